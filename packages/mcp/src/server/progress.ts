import type { SearchStep } from '@pinakes/retrieve'

/** The steps of a search, in order; one that is left out leaves a gap. */
const STEPS: readonly SearchStep[] = ['models', 'candidates', 'graph', 'rerank']

/** One notice of progress: the steps begun, of all there are. */
export interface Progress {
  readonly progress: number
  readonly total: number
  readonly message: string
}

/** Sends what a search is about to do, each step once and in order, until `finish` is called. */
export function progressOf(send: (progress: Progress) => Promise<void>) {
  const sent: Promise<void>[] = []
  let reached = 0
  return {
    onStep(step: SearchStep): void {
      const progress = STEPS.indexOf(step) + 1
      if (progress <= reached) return
      reached = progress
      // A notice that cannot be sent is no reason to fail the answer.
      sent.push(send({ progress, total: STEPS.length, message: step }).catch(() => undefined))
    },
    /** Waits until all of it is sent, so that nothing follows the result. */
    async finish(): Promise<void> {
      reached = STEPS.length
      await Promise.all(sent)
    },
  }
}
