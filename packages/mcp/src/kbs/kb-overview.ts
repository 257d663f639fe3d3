import { isPinakesError } from '@pinakes/manifest'
import type { ServedKb } from './served-kb.js'

/** What can be said of a knowledge base without asking it anything. */
export interface KbOverview {
  readonly name: string
  readonly id: string
  /** Active ones; 0 where the index cannot be opened. */
  readonly documents: number
  readonly chunks: number
  /** The manifest has thresholds of confidence. */
  readonly isCalibrated: boolean
}

/** The state of a served knowledge base now. An index that cannot be opened counts as empty; the other tools say why. */
export async function kbOverview({ kb, manifest }: ServedKb): Promise<KbOverview> {
  const { documents, chunks } = await countsOf(kb)
  return { name: kb.name, id: kb.id, documents, chunks, isCalibrated: manifest.retrieval.confidence !== null }
}

async function countsOf(kb: ServedKb['kb']): Promise<{ documents: number; chunks: number }> {
  try {
    return await kb.counts()
  } catch (error) {
    if (isPinakesError(error)) return { documents: 0, chunks: 0 }
    throw error
  }
}
