/** What the tour shows, on the demo knowledge base: each step is the arguments of one `pnk`. */
export const KB = 'corpora/demo-kb'

/** What it is linked with: a sync of it reads the links over there. */
export const PARTNER = 'corpora/partner-kb'

export const TOUR = [
  ['sync', '--kb', KB],
  ['search', '--kb', KB, '-k', '2', 'person who tends the beacon on the rock'],
  ['search', '--kb', KB, '-k', '1', 'DEC-0054'],
  ['search', '--kb', KB, '-k', '1', '--tag', 'ferry', 'Ruan Pell'],
  ['get', '--kb', KB, 'docs/decisions/DEC-0053.md'],
]

/** The step as one would type it. */
export function typed(args) {
  return `pnk ${args.map((word) => (/[\s*]/.test(word) ? `"${word}"` : word)).join(' ')}`
}
