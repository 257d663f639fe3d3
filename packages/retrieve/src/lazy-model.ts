import { isPinakesError } from '@pinakes/manifest'

/** A model, or in words why there is none. */
export type Loading<Model> =
  | { readonly model: Model; readonly missing: null }
  | { readonly model: null; readonly missing: string }

/** A model that is loaded when first asked for. */
export interface LazyModel<Model> {
  /** Never rejects. Concurrent calls share one load; after a failure the next load is tried a minute later. */
  get(): Promise<Loading<Model>>
  /** Closes what was loaded here; a model that was handed in stays open. */
  close(): Promise<void>
}

/** Long enough that a server without weights does not wait for the network on every query. */
const RETRY_MS = 60_000

export interface LazyModelOptions<Model> {
  /** A model that is already there and belongs to the caller. */
  readonly given?: Model | undefined
  readonly load: () => Promise<Model>
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

/** The model of `options`, not loaded yet. */
export function lazyModel<Model extends { close(): Promise<void> }>(
  options: LazyModelOptions<Model>,
): LazyModel<Model> {
  const { given, load, now = () => performance.now() } = options
  let pending: Promise<Loading<Model>> | null =
    given === undefined ? null : Promise.resolve({ model: given, missing: null })
  let failedAt: number | null = null

  const attempt = async (): Promise<Loading<Model>> => {
    try {
      return { model: await load(), missing: null }
    } catch (error) {
      failedAt = now()
      return { model: null, missing: inWords(error) }
    }
  }
  return {
    get() {
      if (failedAt !== null && now() - failedAt >= RETRY_MS) pending = failedAt = null
      pending ??= attempt()
      return pending
    },
    async close() {
      const loading = given === undefined ? await pending : null
      pending = null
      await loading?.model?.close()
    },
  }
}

/** What went wrong and what to do, as one line. */
export function inWords(error: unknown): string {
  if (isPinakesError(error)) return `${error.message.replace(/\.$/, '')}. ${error.remedy}`
  return error instanceof Error ? error.message : String(error)
}
