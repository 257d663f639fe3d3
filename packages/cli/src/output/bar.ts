import type { SingleBar } from 'cli-progress'

/** What tells one bar from another. */
export interface BarLook {
  /** As cli-progress fills it in: `{bar}`, `{value}`, `{total}`, and the values of each update. */
  readonly format: string
  /** Updates a second at most. */
  readonly fps: number
}

/** A bar on stderr, not yet shown; it gives the line back when it stops. Its library is loaded only now. */
export async function openBar(look: BarLook): Promise<SingleBar> {
  const { default: cliProgress } = await import('cli-progress')
  return new cliProgress.SingleBar({
    ...look,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    gracefulExit: false,
    stream: process.stderr,
  })
}
