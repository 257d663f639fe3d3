/**
 * How many tokens of each text stay when both together may have `room`: the longer loses first, from its end; the
 * `longest_first` of Hugging Face's `tokenizers` (`truncate_encodings`). Their sum never exceeds `room`.
 */
export function truncatePair(first: number, second: number, room: number): readonly [number, number] {
  if (first + second <= room) return [first, second]
  const shorter = Math.min(first, second)
  let kept: readonly [number, number] = [shorter, Math.max(shorter, room - shorter)]
  if (kept[0] + kept[1] > room) kept = [room >> 1, room - (room >> 1)]
  return first <= second ? kept : [kept[1], kept[0]]
}
