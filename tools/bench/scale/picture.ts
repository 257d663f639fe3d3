import { type ScaleResults, WAYS, type Way } from './results.js'

const WIDTH = 720
const HEIGHT = 420
const PLOT = { left: 64, right: 150, top: 24, bottom: 48 }
/** Colours that are told apart without red against green, on white and on dark grey. */
const COLOURS: Readonly<Record<Way, string>> = {
  NumPy: '#888888',
  exact: '#0072b2',
  int8: '#d55e00',
  'sqlite-vec': '#9467bd',
  search: '#009e73',
}

/** Pixels from one label to the next. */
const LINE = 15

interface Point {
  readonly chunks: number
  readonly ms: number
}

/** `docs/scale.svg`: median time by number of chunks, both logarithmic. */
export function renderPicture({ sizes }: ScaleResults): string {
  const lines = WAYS.map((way) => ({
    way,
    points: sizes.flatMap(({ chunks, warm }): Point[] =>
      warm.filter((one) => one.way === way).map(({ p50 }) => ({ chunks, ms: p50 })),
    ),
  })).filter(({ points }) => points.length > 0)
  const all = lines.flatMap(({ points }) => points)
  const x = axis(
    all.map(({ chunks }) => chunks),
    PLOT.left,
    WIDTH - PLOT.right,
  )
  const y = axis(
    all.map(({ ms }) => ms),
    HEIGHT - PLOT.bottom,
    PLOT.top,
  )
  const curves = lines.map(({ way, points }) => ({
    way,
    points: points.map(({ chunks, ms }) => [x.at(chunks), y.at(ms)] as const),
  }))
  const parts = [
    ...x.ticks.map((value) =>
      text(x.at(value), HEIGHT - PLOT.bottom + 20, value.toLocaleString('en-US'), 'middle'),
    ),
    ...y.ticks.flatMap((value) => [
      `<line x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${y.at(value)}" y2="${y.at(value)}" stroke="#8884"/>`,
      text(PLOT.left - 8, y.at(value) + 4, `${value} ms`, 'end'),
    ]),
    text((PLOT.left + WIDTH - PLOT.right) / 2, HEIGHT - 8, 'chunks', 'middle'),
    ...curves.map(({ way, points }) => curve(way, points)),
    ...labels(curves),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="Median time of a search by number of chunks">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`
}

/** A logarithmic axis over whole decades from `from` to `to` pixels. */
function axis(values: readonly number[], from: number, to: number) {
  const least = Math.floor(Math.log10(Math.min(...values)))
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))))
  const at = (value: number) => round(from + ((Math.log10(value) - least) / (most - least)) * (to - from))
  return { at, ticks: Array.from({ length: most - least + 1 }, (_, i) => Number(`1e${least + i}`)) }
}

interface Curve {
  readonly way: Way
  /** Places in pixels. */
  readonly points: readonly (readonly [x: number, y: number])[]
}

function curve(way: Way, points: Curve['points']): string {
  const colour = COLOURS[way]
  const path = points.map(([x, y]) => `${x},${y}`).join(' ')
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`),
  ].join('\n')
}

/** The names at the ends of the curves, from the top down, none over another. */
function labels(curves: readonly Curve[]): string[] {
  const ends = curves
    .map(({ way, points }) => ({ way, end: points.at(-1) ?? ([0, 0] as const) }))
    .sort((a, b) => a.end[1] - b.end[1])
  const lowest = new Map<number, number>()
  return ends.map(({ way, end: [x, y] }) => {
    const at = Math.max(y + 4, (lowest.get(x) ?? 0) + LINE)
    lowest.set(x, at)
    return text(x + 10, at, way === 'search' ? 'whole search' : way, 'start', COLOURS[way])
  })
}

function text(x: number, y: number, content: string, anchor: string, colour = '#555'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${content}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
