/**
 * The one-sided p-value of the exact sign test: how likely a fair coin is to fall for the better side `better` times or
 * more in `better + worse` throws (Conover 1999, §3.4). Ties are left out before. 1 for none.
 */
export function oneSidedSignTest(better: number, worse: number): number {
  const throws = better + worse
  if (throws === 0) return 1
  let tail = 0
  let logChoose = 0
  for (let i = 0; i <= worse; i++) {
    if (i > 0) logChoose += Math.log(throws - i + 1) - Math.log(i)
    tail += Math.exp(logChoose - throws * Math.LN2)
  }
  return Math.min(1, tail)
}
