import { normaliseName } from '../ppr/label.js'

/** The key of the node for a name: its compared form; null for what names nothing, under two characters or only digits. */
export function entityKey(surface: string): string | null {
  const key = normaliseName(surface)
  return [...key].length < 2 || /^\p{N}+$/u.test(key) ? null : key
}
