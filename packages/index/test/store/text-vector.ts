/** Width of the vectors in these tests. */
export const DIM = 4

/** A unit vector that depends on `text` alone. */
export function textVector(text: string): number[] {
  const numbers = Array.from({ length: DIM }, (_, i) => hash(`${i}:${text}`) / 0xffffffff - 0.5)
  const norm = Math.hypot(...numbers)
  return numbers.map((value) => value / norm)
}

function hash(text: string): number {
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619) >>> 0
  return value
}
