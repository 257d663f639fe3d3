import { setImmediate } from 'node:timers/promises'
import type { Embedder } from '@pinakes/embed'
import type { DocumentRow, FailureStage } from '@pinakes/index'
import type { DocUlid } from '@pinakes/manifest'
import type { SidecarFile } from '@pinakes/sidecar'
import { linkRows, mintedMetadata, sidecarMetadata } from '../documents/document-row.js'
import type { DocumentAction } from '../pairing/plan.js'
import { throwIfInterrupted } from '../run/interrupt.js'
import { commitJobs, type WriteJob } from './commit-batch.js'
import type { ApplyContext } from './context.js'
import { embedItems } from './embed-batch.js'
import { type PreparedDocument, prepareDocument, type Unprepared } from './prepare-document.js'

/** A batch is embedded and committed at this many documents, */
const MOST_DOCUMENTS = 50
/** after this long, ms, */
const LONGEST_MS = 250
/** or at this much text, in UTF-16 units: the vectors and the copies of it are all in memory. */
const MOST_CHARACTERS = 4_000_000

export interface IndexingOptions {
  /** Counts a document whose content is as it was as updated: a rebuild makes everything anew. */
  readonly countAll?: boolean
}

/** Reads, chunks, embeds and writes documents; batches are committed as they fill. */
export async function indexDocuments(
  context: ApplyContext,
  actions: readonly DocumentAction[],
  embedder: Embedder,
  options: IndexingOptions = {},
): Promise<void> {
  const indexer = new Indexer(context, embedder, options)
  try {
    for (const action of actions) {
      throwIfInterrupted(context.signal)
      await indexer.add(action)
      // Lets signals in, and the sidecars on their way make their next step.
      await setImmediate()
    }
    await indexer.flush()
  } finally {
    await indexer.settle()
  }
}

type Ready = PreparedDocument & { readonly file: SidecarFile | null }

interface IndexJob extends WriteJob {
  readonly document: Ready
  readonly row: DocumentRow
}

class Indexer {
  #batch: PreparedDocument[] = []
  /** Sidecars of documents that failed; they are waited for like the others. */
  #loosePlacings: Unprepared['placing'][] = []
  #characters = 0
  #since = performance.now()

  constructor(
    private readonly context: ApplyContext,
    private readonly embedder: Embedder,
    private readonly options: IndexingOptions,
  ) {}

  async add(action: DocumentAction): Promise<void> {
    const prepared = await prepareDocument(this.context, action, this.embedder)
    if ('error' in prepared) {
      this.#fail(action.file.path, prepared.stage, prepared.error)
      this.#loosePlacings.push(prepared.placing)
    } else {
      this.#batch.push(prepared)
      this.#characters += prepared.content.text.length
    }
    const full = this.#batch.length >= MOST_DOCUMENTS || this.#characters >= MOST_CHARACTERS
    if (full || performance.now() - this.#since >= LONGEST_MS) await this.flush()
  }

  /** Embeds and commits what is there. */
  async flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    this.#characters = 0
    const [outcomes, ready] = await Promise.all([embedItems(this.embedder, batch), this.#sidecarsOf(batch)])
    const jobs: IndexJob[] = []
    batch.forEach((document, i) => {
      const outcome = outcomes[i]
      const file = ready.get(document)
      if (file === undefined || outcome === undefined) return
      if ('error' in outcome) this.#fail(document.action.file.path, 'index', outcome.error)
      else jobs.push(this.#job({ ...document, ...file }, outcome.vectors))
    })
    this.#commit(jobs)
    this.#since = performance.now()
  }

  /** Waits for the sidecars that are still being written, so that none is left half-way when the run ends. */
  async settle(): Promise<void> {
    await Promise.all([...this.#batch.map(({ placing }) => placing), ...this.#loosePlacings])
    await this.context.sidecars?.flush()
  }

  /** The documents of the batch whose sidecar is in place, or need none, with the id that counts. */
  async #sidecarsOf(
    batch: readonly PreparedDocument[],
  ): Promise<Map<PreparedDocument, { id: DocUlid; file: SidecarFile | null }>> {
    const ready = new Map<PreparedDocument, { id: DocUlid; file: SidecarFile | null }>()
    for (const document of batch) {
      const placing = await document.placing
      if ('error' in placing) this.#fail(document.action.file.path, 'index', placing.error)
      else {
        const { placed } = placing
        ready.set(document, { id: placed?.id ?? document.id, file: placed?.file ?? document.sidecar })
      }
    }
    await this.context.sidecars?.flush()
    return ready
  }

  #job(document: Ready, vectors: Float32Array): IndexJob {
    const { writer, manifest } = this.context
    const row = this.#row(document)
    const links = linkRows(manifest.kb.id, document.id, document.file?.sidecar.links ?? [])
    const write = () => writer.putDocument({ document: row, chunks: document.chunks, vectors, links })
    return { path: row.path, write, document, row }
  }

  #row({ id, title, action, content, file }: Ready): DocumentRow {
    const before = this.context.rows.get(id)
    const metadata =
      file !== null
        ? sidecarMetadata(file)
        : before !== undefined
          ? { title: before.title, metadata: before.metadata, sidecarHash: before.sidecarHash }
          : mintedMetadata(title ?? '')
    return {
      id,
      path: action.file.path,
      contentHash: content.contentHash,
      mtime: content.mtime,
      sourceType: content.sourceType,
      state: 'active',
      extractionBackend: content.extraction?.backend ?? null,
      extractionFingerprint: content.extraction?.fingerprint ?? null,
      ...metadata,
    }
  }

  #commit(jobs: readonly IndexJob[]): void {
    const { writer, lock, progress } = this.context
    if (jobs.length === 0) return
    const { done, failed } = commitJobs(writer, lock, jobs)
    for (const job of done) {
      this.#report(job)
      progress.step(job.path)
    }
    for (const { job, error } of failed) this.#fail(job.path, 'index', error)
  }

  #report({ path, row, document }: IndexJob): void {
    const { report } = this.context
    const before = document.action.row
    if (before === null || before.state === 'deleted') report.added.push(path)
    else {
      if (before.path !== path) report.renamed.push({ from: before.path, to: path })
      const changed = before.contentHash !== row.contentHash || before.path === path
      if (changed || this.options.countAll) report.updated.push(path)
    }
  }

  #fail(path: string, stage: FailureStage, error: unknown): void {
    this.context.report.fail(path, stage, error)
    this.context.progress.step(path)
  }
}
