import { closeSync, openSync, readSync } from 'node:fs'
import { suffixOf } from '@pinakes/extract-free'
import { compareCodePoints, compileExclude, pathOfKey, type UnmatchedFile } from '@pinakes/manifest'

/** Files looked into per source root; a folder of a million files is not worth more. */
const MOST_PROBED = 500
/** Bytes that show whether a file is text. */
const PROBE_BYTES = 8192
const NAMED_SUFFIXES = 3

export interface UnmatchedOptions {
  readonly root: string
  readonly exclude: readonly string[]
  /** What to do about PDFs while no backend reads them; null if one does. */
  readonly pdfRemedy: string | null
}

/**
 * One line about files that could be indexed and that no pattern takes, or null if there are none: counts by suffix as
 * on disk, the commonest first, and the pattern that would take those. Files below a dot name and
 * files that are no text are not counted.
 */
export function unmatchedHint(unmatched: readonly UnmatchedFile[], options: UnmatchedOptions): string | null {
  const { files, cut } = indexable(unmatched, options)
  if (files.length === 0) return null
  const counts = countSuffixes(files)
  const named = counts
    .slice(0, NAMED_SUFFIXES)
    .map(([suffix, count]) => `${count} ${suffix || 'without a suffix'}`)
  const more = counts.length > NAMED_SUFFIXES ? ` and ${counts.length - NAMED_SUFFIXES} more` : ''
  const total = files.length === 1 && !cut ? '1 file matches' : `${files.length}${cut ? '+' : ''} files match`
  const pdf = options.pdfRemedy !== null && counts.some(([suffix]) => suffix.toLowerCase() === '.pdf')
  return [
    `${total} no \`include\` pattern: ${named.join(', ')}${more}.`,
    `Add "${patternFor(counts[0]?.[0] ?? '')}" to \`include\` in [sources], or \`exclude\` them.`,
    ...(pdf ? [options.pdfRemedy ?? ''] : []),
  ].join(' ')
}

function patternFor(suffix: string): string {
  return suffix === '' ? '**/*' : `**/*${suffix}`
}

/** Suffixes with their counts, commonest first; of equal counts a real suffix before none, then by code point. */
function countSuffixes(files: readonly UnmatchedFile[]): [suffix: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { key } of files) {
    const suffix = suffixOf(key)
    const shown = suffix === '' ? '' : `.${suffix}`
    counts.set(shown, (counts.get(shown) ?? 0) + 1)
  }
  return [...counts].sort(
    ([a, countA], [b, countB]) =>
      countB - countA || Number(a === '') - Number(b === '') || compareCodePoints(a, b),
  )
}

function indexable(unmatched: readonly UnmatchedFile[], { root, exclude }: UnmatchedOptions) {
  const patterns = exclude.map(compileExclude)
  const probed = new Map<string, number>()
  const files: UnmatchedFile[] = []
  let cut = false
  for (const file of unmatched) {
    if (!file.isFile || file.relative.split('/').some((name) => name.startsWith('.'))) continue
    const path = pathOfKey(root, file.key)
    if (patterns.some((pattern) => pattern.match(file.key, path) !== null)) continue
    const count = probed.get(file.source) ?? 0
    if (count >= MOST_PROBED) {
      cut = true
      continue
    }
    probed.set(file.source, count + 1)
    if (isIndexable(path)) files.push(file)
  }
  return { files, cut }
}

function isIndexable(path: string): boolean {
  return path.toLowerCase().endsWith('.pdf') || startsAsText(path)
}

/** Whether the first bytes decode as UTF-8, where a character cut by the end of the probe is fine. */
function startsAsText(path: string): boolean {
  try {
    const bytes = readStart(path)
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return !bytes.includes(0)
  } catch {
    // Not text, or not readable: either way nothing to recommend.
    return false
  }
}

function readStart(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(PROBE_BYTES)
    return buffer.subarray(0, readSync(file, buffer, 0, PROBE_BYTES, 0))
  } finally {
    closeSync(file)
  }
}
