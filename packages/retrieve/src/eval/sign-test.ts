/**
 * The two-sided p-value of the exact sign test: how likely a fair coin is to split `better + worse` throws at least as
 * unevenly, twice the smaller binomial tail and at most 1 (Conover 1999, §3.4). Ties are left out before. 1 for none.
 */
export function signTest(better: number, worse: number): number {
  const throws = better + worse
  const fewer = Math.min(better, worse)
  let tail = 0
  let logChoose = 0
  for (let i = 0; i <= fewer; i++) {
    if (i > 0) logChoose += Math.log(throws - i + 1) - Math.log(i)
    tail += Math.exp(logChoose - throws * Math.LN2)
  }
  return Math.min(1, 2 * tail)
}
