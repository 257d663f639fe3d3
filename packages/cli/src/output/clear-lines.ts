import type { ClearedFile, ClearTarget } from '../clear-cache/clear-plan.js'
import type { Cleared } from '../clear-cache/run-clear-cache.js'
import { formatBytes } from './bytes.js'
import { count } from './lines.js'

/** `3 cached extractions (1.2 MB), 1 of them paid for or unreadable`. */
export function clearLine(files: readonly ClearedFile[], target: ClearTarget): string {
  const bytes = formatBytes(files.reduce((sum, file) => sum + file.bytes, 0))
  if (target === 'transcripts') return `${count(files.length, 'paid transcript')} (${bytes})`
  const paid = files.filter(({ isPaid }) => isPaid).length
  const note = paid === 0 ? '' : `, ${paid} of them paid for or unreadable`
  return `${count(files.length, 'cached extraction')} (${bytes})${note}`
}

/** What a person reads after `--clear-cache`. */
export function clearedLines({ outcome, removed, bytes }: Cleared): string[] {
  if (outcome === 'busy') return ['another sync is running: nothing done']
  if (outcome === 'declined') return ['nothing removed']
  return [removed === 0 ? '0 removed' : `${removed} removed (${formatBytes(bytes)})`]
}
