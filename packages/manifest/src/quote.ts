/** What a message shows of a text that somebody typed, in code points. */
const MOST = 80
const ELLIPSIS = '…'

/** `text`, with an ellipsis for its middle if it has more than `most` code points: both ends tell texts apart. */
export function shorten(text: string, most = MOST): string {
  if (text.length <= most) return text
  const characters = [...text]
  if (characters.length <= most) return text
  const tail = Math.floor((most - 1) / 3)
  return characters.slice(0, most - 1 - tail).join('') + ELLIPSIS + characters.slice(-tail).join('')
}

/** What a message shows of a path: good ones are longer than other texts. */
const LONGEST_PATH = 300

/** {@link shorten} for paths. */
export function shortenPath(path: string): string {
  return shorten(path, LONGEST_PATH)
}

/**
 * `value` as a message shows it: a string in quotes, with escapes and no longer than `most` code points before them;
 * anything else as JSON, where it has any.
 */
export function quote(value: unknown, most = MOST): string {
  const shown: string | undefined = JSON.stringify(typeof value === 'string' ? shorten(value, most) : value)
  return shown ?? String(value)
}
