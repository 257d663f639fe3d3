/** A construct that TOML 1.0 does not have; `index` is in UTF-16 units. */
export interface NewerToml {
  readonly index: number
  readonly message: string
}

/**
 * The first construct in `text` that our TOML parser takes and TOML 1.0 does not: a byte order mark, `\e` and
 * `\xHH`, times without seconds, a newline or a trailing comma in an inline table, days that no month has.
 *
 * Works on text that the parser took: it need only tell strings, comments and brackets apart.
 * Source: the TOML 1.0.0 specification, and the list of changes in 1.1.0.
 */
export function findNewerToml(text: string): NewerToml | null {
  if (text.startsWith('\ufeff')) return { index: 0, message: 'a byte order mark before the first line' }
  const open: string[] = []
  let comma = -1
  for (const { index, 0: token } of text.matchAll(TOKEN)) {
    const inline = open.at(-1) === '{'
    if (token.startsWith('#') || token === '\n') {
      if (inline) return { index, message: 'a line break inside an inline table' }
      continue
    }
    if (token === '}' && comma >= 0)
      return { index: comma, message: 'a comma after the last key of an inline table' }
    comma = inline && token === ',' ? index : -1
    if (token === '{' || token === '[') open.push(token)
    else if (token === '}' || token === ']') open.pop()
    const fault = checkToken(token)
    if (fault) return { index: index + fault.index, message: fault.message }
  }
  return null
}

/**
 * Strings first, the long forms before the short ones; then comments, line breaks, brackets and commas; anything
 * else up to the next of those. A date may hold one space, which does not matter here.
 */
const TOKEN =
  /"""(?:[^\\]|\\[\s\S])*?"{3,5}(?!")|'''[\s\S]*?'{3,5}(?!')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|\n|[{}[\],=]|[^\s{}[\],=#"'][^\n{}[\],=#"']*/g

function checkToken(token: string): NewerToml | null {
  if (token.startsWith('"')) return findNewerEscape(token)
  return token.startsWith("'") ? null : (findShortTime(token) ?? findImpossibleDay(token))
}

function findNewerEscape(token: string): NewerToml | null {
  for (const { index, 0: written } of token.matchAll(/\\[\s\S]/g)) {
    if (written === '\\e' || written === '\\x') return { index, message: `the escape ${written} in a string` }
  }
  return null
}

function findShortTime(token: string): NewerToml | null {
  const found = /(?<![-+:\d])\d\d:\d\d(?![:\d])/.exec(token)
  return found && { index: found.index, message: 'a time without seconds' }
}

/** The parser rolls 30 February over into March. */
function findImpossibleDay(token: string): NewerToml | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?![-\d])/.exec(token)
  if (!found) return null
  const [written, year, month, day] = found
  const date = new Date(`${written}T00:00:00Z`)
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
  return real ? null : { index: 0, message: `${written} is no day of the calendar` }
}
