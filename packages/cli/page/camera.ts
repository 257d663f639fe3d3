/** Which part of the layout is seen: the point in the middle, and pixels per unit. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

const SMALLEST = 0.02
const LARGEST = 12

/** The camera that sees all `points`, with room around them; the origin where there are none. */
export function fit(points: readonly Point[], size: Size, margin = 48): Camera {
  if (points.length === 0) return { x: 0, y: 0, scale: 1 }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const across = Math.max(1, size.width - 2 * margin) / Math.max(40, right - left)
  const down = Math.max(1, size.height - 2 * margin) / Math.max(40, bottom - top)
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: bounded(Math.min(across, down, 2.4)) }
}

export function toScreen(camera: Camera, size: Size, { x, y }: Point): Point {
  return {
    x: (x - camera.x) * camera.scale + size.width / 2,
    y: (y - camera.y) * camera.scale + size.height / 2,
  }
}

export function toLayout(camera: Camera, size: Size, { x, y }: Point): Point {
  return {
    x: (x - size.width / 2) / camera.scale + camera.x,
    y: (y - size.height / 2) / camera.scale + camera.y,
  }
}

/** The camera after a zoom by `factor` that leaves what is at `at`, in pixels, where it is. */
export function zoom(camera: Camera, size: Size, { at, factor }: { at: Point; factor: number }): Camera {
  const still = toLayout(camera, size, at)
  const scale = bounded(camera.scale * factor)
  return {
    x: still.x - (at.x - size.width / 2) / scale,
    y: still.y - (at.y - size.height / 2) / scale,
    scale,
  }
}

/** The camera after what is seen was dragged by so many pixels. */
export function pan(camera: Camera, { x, y }: Point): Camera {
  return { ...camera, x: camera.x - x / camera.scale, y: camera.y - y / camera.scale }
}

function bounded(scale: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, scale))
}
