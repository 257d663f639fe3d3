import type { FailureRow, FailureStage } from '@pinakes/index'
import { compareCodePoints, formatKbTimestamp, relativePaths } from '@pinakes/manifest'
import type { GraphReport, SkippedFiles, SyncReport } from '../contracts.js'
import { describeError, remedyOf } from './describe-error.js'
import { NOT_SCANNED } from './not-scanned.js'

type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] }

/** Collects what a run did; every list of the report comes out in code-point order. */
export class ReportBuilder {
  readonly added: string[] = []
  readonly updated: string[] = []
  readonly renamed: { readonly from: string; readonly to: string }[] = []
  readonly refreshed: string[] = []
  readonly deleted: string[] = []
  unchanged = 0
  graph: GraphReport | null = null
  readonly sidecars: Writable<SyncReport['sidecars']> = { written: [], restored: [], moved: [], orphaned: [] }
  readonly ambiguous: string[] = []
  readonly likelyMoved: SyncReport['likelyMoved'][number][] = []
  readonly chunkingDrift: SyncReport['chunkingDrift'][number][] = []
  linkScan: SyncReport['linkScan'] = NOT_SCANNED
  readonly #failures = new Map<string, FailureRow>()
  readonly #skipped = new Map<string, Set<string>>()
  readonly #hints = new Set<string>()
  readonly #started = performance.now()
  readonly #root: string

  /** `root` is the resolved KB root. */
  constructor(root: string) {
    this.#root = root
  }

  /** Records that a path failed; of several failures of one path the last stays. */
  fail(path: string, stage: FailureStage, error: unknown): FailureRow {
    return this.failText(path, stage, describeError(error), remedyOf(error))
  }

  /** The same, with the words given: `<Kind>: <message>`. */
  failText(path: string, stage: FailureStage, error: string, remedy: string | null): FailureRow {
    const happened = formatKbTimestamp(new Date())
    const row = { path, stage, error: relativePaths(this.#root, error), happened }
    this.#failures.set(path, row)
    if (remedy !== null) this.hint(remedy)
    return row
  }

  failures(): readonly FailureRow[] {
    return [...this.#failures.values()]
  }

  skip(reason: string, path: string): void {
    const paths = this.#skipped.get(reason)
    if (paths === undefined) this.#skipped.set(reason, new Set([path]))
    else paths.add(path)
  }

  /** Something for the user to know or do; each distinct one once. */
  hint(text: string): void {
    this.#hints.add(text)
  }

  build(outcome?: 'busy' | 'failed'): SyncReport {
    const failed = this.failures()
    const byName = (a: string, b: string): number => compareCodePoints(a, b)
    return {
      outcome: outcome ?? (failed.length > 0 ? 'failed' : 'ok'),
      added: this.added.sort(byName),
      updated: this.updated.sort(byName),
      renamed: this.renamed.sort((a, b) => byName(a.to, b.to)),
      refreshed: this.refreshed.sort(byName),
      deleted: this.deleted.sort(byName),
      unchanged: this.unchanged,
      failed: [...failed].sort((a, b) => byName(a.path, b.path)),
      skipped: this.#skippedFiles(),
      sidecars: {
        written: this.sidecars.written.sort(byName),
        restored: this.sidecars.restored.sort(byName),
        moved: this.sidecars.moved.sort(byName),
        orphaned: this.sidecars.orphaned.sort(byName),
      },
      ambiguous: this.ambiguous,
      likelyMoved: this.likelyMoved,
      chunkingDrift: this.chunkingDrift,
      linkScan: this.linkScan,
      hints: [...this.#hints],
      graph: this.graph,
      elapsedMs: performance.now() - this.#started,
    }
  }

  #skippedFiles(): SkippedFiles[] {
    return [...this.#skipped]
      .map(([reason, paths]) => ({ reason, paths: [...paths].sort(compareCodePoints) }))
      .sort((a, b) => compareCodePoints(a.reason, b.reason))
  }
}
