/** The file name without its last suffix, `-` and `_` as spaces; the name itself if nothing else is left of it. */
export function filenameTitle(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 && dot < name.length - 1 ? name.slice(0, dot) : name
  const title = stem.replaceAll(/[-_]/g, ' ')
  return title.trim() === '' ? name : title
}
