import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { madeUpTexts } from '../index-write/documents.js'

/** Longer files are left out, so that a thousand of them come to about 5 MB. */
const LARGEST_BYTES = 14_000

/** `count` Markdown texts: whole files below `folder` if it is there and has enough of them, else made up. */
export function markdownTexts(
  folder: string,
  count: number,
): { readonly source: string; readonly texts: readonly string[] } {
  const files = markdownBelow(folder).filter((path) => statSync(path).size <= LARGEST_BYTES)
  if (files.length < count) return { source: 'made-up texts', texts: madeUpTexts(count) }
  // Evenly over all of them: neighbours are alike.
  const step = files.length / count
  const picked = Array.from({ length: count }, (_, i) => files[Math.floor(i * step)] ?? '')
  return { source: folder, texts: picked.map((path) => readFileSync(path, 'utf8')) }
}

function markdownBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    // Not on this machine.
    return []
  }
}
