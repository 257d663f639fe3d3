/** The directory part of a KB-relative path, `.` at the root. */
export function directoryOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at < 0 ? '.' : path.slice(0, at)
}
