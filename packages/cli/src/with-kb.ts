import type { Kb } from '@pinakes/retrieve'

export interface KbRequest {
  /** Anywhere inside the knowledge base; undefined is the current directory. */
  readonly path: string | undefined
  readonly offline: boolean
}

/** The answer of `body` over the open knowledge base, which is closed whatever happens. */
export async function withKb<T>(request: KbRequest, body: (kb: Kb) => Promise<T>): Promise<T> {
  const { openKb } = await import('@pinakes/retrieve')
  const kb = await openKb(request.path ?? '.', { offline: request.offline })
  try {
    return await body(kb)
  } finally {
    await kb.close()
  }
}
