/** A text that wants to stand at a place on the screen, centred below it. */
export interface Label {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Edge of the cells by which labels near each other are found, in pixels. */
const CELL = 64

/**
 * Those of `labels`, the most wanted first, that fit without covering each other, at most `limit`. Each is compared only
 * with those near it.
 */
export function placeLabels<T extends Label>(labels: Iterable<T>, limit: number): T[] {
  const placed: T[] = []
  const cells = new Map<string, T[]>()
  for (const label of labels) {
    if (placed.length >= limit) break
    const keys = cellsOf(label)
    if (keys.some((key) => cells.get(key)?.some((other) => overlap(label, other)))) continue
    placed.push(label)
    for (const key of keys) cells.set(key, [...(cells.get(key) ?? []), label])
  }
  return placed
}

function cellsOf({ x, y, width, height }: Label): string[] {
  const keys: string[] = []
  for (
    let column = Math.floor((x - width / 2) / CELL);
    column <= Math.floor((x + width / 2) / CELL);
    column++
  ) {
    for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++) {
      keys.push(`${column},${row}`)
    }
  }
  return keys
}

function overlap(a: Label, b: Label): boolean {
  return Math.abs(a.x - b.x) * 2 < a.width + b.width && a.y < b.y + b.height && b.y < a.y + a.height
}
