/** `3 documents`, `1 document`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** Every line of `text` moved right by `width` spaces; empty lines stay empty. */
export function indent(text: string, width: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(width))
}

/** The first `limit` items, then `and N more`. */
export function firstFew(items: readonly string[], limit = 3): string {
  const shown = items.slice(0, limit).join(', ')
  return items.length > limit ? `${shown} and ${items.length - limit} more` : shown
}

/** `text` as one word of a POSIX shell: quoted unless it is plain. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`
}
