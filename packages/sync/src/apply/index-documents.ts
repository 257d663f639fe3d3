import { setImmediate } from 'node:timers/promises'
import type { Embedder } from '@pinakes/embed'
import type { FailureStage } from '@pinakes/index'
import type { DocumentAction } from '../pairing/plan.js'
import { throwIfInterrupted } from '../run/interrupt.js'
import { commitJobs } from './commit-batch.js'
import type { ApplyContext } from './context.js'
import { type DocumentJob, documentJob, reportIndexed } from './document-job.js'
import { type EmbedOutcome, embedItems } from './embed-batch.js'
import { canBePlaced, type Placing, placeSidecars } from './place-sidecar.js'
import { type PreparedBody, type PreparedDocument, prepareDocument } from './prepare-document.js'

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

/**
 * Reads, chunks, embeds and writes documents, a batch at a time. While one batch is prepared the sidecars of the one
 * before are on their way to the disk, and its vectors come from the model.
 */
export async function indexDocuments(
  context: ApplyContext,
  actions: readonly DocumentAction[],
  embedder: Embedder,
  { countAll = false }: IndexingOptions = {},
): Promise<void> {
  const indexer = new Indexer(context, embedder, countAll)
  try {
    for (const action of actions) {
      throwIfInterrupted(context.signal)
      await indexer.add(await prepareDocument(context, action, embedder))
      // Lets signals in, and the files on their way make their next step.
      await setImmediate()
    }
    await indexer.launch()
    await indexer.finish()
  } finally {
    await indexer.settle()
  }
}

/** A batch whose sidecars are being written and whose texts are being embedded; neither promise rejects. */
interface Flight {
  readonly batch: readonly PreparedDocument[]
  readonly placings: Promise<ReadonlyMap<PreparedDocument, Placing>>
  readonly outcomes: Promise<ReadonlyMap<PreparedDocument, EmbedOutcome>>
}

class Indexer {
  #batch: PreparedDocument[] = []
  #characters = 0
  #since = performance.now()
  #flight: Flight | null = null

  constructor(
    private readonly context: ApplyContext,
    private readonly embedder: Embedder,
    private readonly countAll: boolean,
  ) {}

  async add(document: PreparedDocument): Promise<void> {
    this.#batch.push(document)
    if ('content' in document.body) this.#characters += document.body.content.text.length
    const full = this.#batch.length >= MOST_DOCUMENTS || this.#characters >= MOST_CHARACTERS
    if (full || performance.now() - this.#since >= LONGEST_MS) await this.launch()
  }

  /**
   * Finishes the batch on its way and sends the present one after it. Not before: a look for a sidecar in a directory
   * where others are being made durable waits for the disk.
   */
  async launch(): Promise<void> {
    await this.finish()
    const batch = this.#batch
    this.#batch = []
    this.#characters = 0
    this.#since = performance.now()
    if (batch.length === 0) return
    this.#flight = {
      batch,
      placings: placeSidecars(this.context, batch.filter(canBePlaced)),
      outcomes: this.#embed(batch),
    }
  }

  /** Waits for the batch on its way and commits it. */
  async finish(): Promise<void> {
    if (this.#flight === null) return
    const { batch, placings, outcomes } = this.#flight
    const placed = await placings
    const embedded = await outcomes
    this.#flight = null
    this.#commit(
      batch.flatMap((document) => this.#jobOf(document, placed.get(document), embedded.get(document))),
    )
  }

  /** Waits for the sidecars that are still being written, so that none is left half-way when the run ends. */
  async settle(): Promise<void> {
    await this.#flight?.placings
    await this.#flight?.outcomes
  }

  async #embed(batch: readonly PreparedDocument[]): Promise<Map<PreparedDocument, EmbedOutcome>> {
    const items = batch.flatMap((document) =>
      'inputs' in document.body ? [{ document, inputs: document.body.inputs }] : [],
    )
    const outcomes = await embedItems(this.embedder, items)
    return new Map(
      outcomes.flatMap((outcome, i) => {
        const item = items[i]
        return item === undefined ? [] : [[item.document, outcome] as const]
      }),
    )
  }

  /** The write of a document, or none and the reason reported. */
  #jobOf(
    prepared: PreparedDocument,
    placing: Placing | undefined,
    outcome: EmbedOutcome | undefined,
  ): DocumentJob[] {
    const { body, action } = prepared
    const path = action.file.path
    if ('error' in body) return this.#fail(path, body.stage, body.error)
    if (placing !== undefined && 'error' in placing) return this.#fail(path, 'index', placing.error)
    if (outcome === undefined || 'error' in outcome) return this.#fail(path, 'index', outcome?.error)
    const placed = placing?.placed ?? null
    const ready: { body: PreparedBody; vectors: Float32Array } = { body, vectors: outcome.vectors }
    return [
      documentJob(this.context, {
        prepared,
        ...ready,
        id: placed?.id ?? prepared.id,
        sidecar: placed?.file ?? prepared.sidecar,
      }),
    ]
  }

  #commit(jobs: readonly DocumentJob[]): void {
    const { writer, lock, progress } = this.context
    if (jobs.length === 0) return
    const { done, failed } = commitJobs(writer, lock, jobs)
    for (const job of done) {
      reportIndexed(this.context, job, this.countAll)
      progress.step(job.path)
    }
    for (const { job, error } of failed) this.#fail(job.path, 'index', error)
  }

  #fail(path: string, stage: FailureStage, error: unknown): [] {
    this.context.report.fail(path, stage, error)
    this.context.progress.step(path)
    return []
  }
}
