import { displayPath } from '@pinakes/manifest'
import type { Passage } from '@pinakes/retrieve'
import { changedNote } from './changed-note.js'

/** What a reader has to know of a passage before trusting it. */
export function passageWarnings(passage: Passage): string[] {
  const found: string[] = []
  if (passage.staleExtraction !== null) {
    found.push(`text from another extraction: ${displayPath(passage.staleExtraction)}`)
  }
  const note = changedNote(passage)
  if (note !== null) found.push(note)
  if (passage.instructionLike) {
    found.push(`reads like an instruction to a model (${passage.instructionSignals.join(', ')})`)
  }
  return found
}
