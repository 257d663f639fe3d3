import { inspect } from 'node:util'

type Format = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan'

/** Paints text, or leaves it alone when colour is off. */
export interface Style {
  strong(text: string): string
  faint(text: string): string
  good(text: string): string
  caution(text: string): string
  bad(text: string): string
  accent(text: string): string
}

/** A style that emits escape sequences only when `colour` is true. */
export function style(colour: boolean): Style {
  const paint = (format: Format) => (text: string) => (colour ? painted(text, format) : text)
  return {
    strong: paint('bold'),
    faint: paint('dim'),
    good: paint('green'),
    caution: paint('yellow'),
    bad: paint('red'),
    accent: paint('cyan'),
  }
}

/** `util.styleText` is no help: from Node 22 on it decides about colour by itself, and by stdout alone. */
function painted(text: string, format: Format): string {
  const [open, close] = inspect.colors[format] ?? [0, 0]
  return `\u001b[${open}m${text}\u001b[${close}m`
}
