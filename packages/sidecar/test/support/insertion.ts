/** The inserted text if `after` is `before` with one contiguous insertion, else null. */
export function insertion(before: string, after: string): string | null {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && before[before.length - 1 - end] === after[after.length - 1 - end])
    end++
  return start + end === before.length ? after.slice(start, after.length - end) : null
}
