import type { FailureRow } from '@pinakes/index'
import { findKbRoot, kbPaths } from '@pinakes/manifest'
import type { GraphOptions, Kb } from '@pinakes/retrieve'

export interface KbRequest {
  /** Anywhere inside the knowledge base; undefined is the current directory. */
  readonly path: string | undefined
  /** Open no network connection. */
  readonly offline: boolean
  /** Another graph channel than that of the manifest. */
  readonly graph?: GraphOptions
}

/** The answer of `body` over the open knowledge base, which is closed whatever happens. */
export async function withKb<T>(request: KbRequest, body: (kb: Kb) => Promise<T>): Promise<T> {
  const { openKb } = await import('@pinakes/retrieve')
  const kb = await openKb(request.path ?? '.', {
    offline: request.offline,
    ...(request.graph === undefined ? {} : { graph: request.graph }),
  })
  try {
    return await body(kb)
  } finally {
    await kb.close()
  }
}

/** The documents that the last sync could not take, by path. @throws IndexError */
export async function readFailures(path: string | undefined): Promise<readonly FailureRow[]> {
  const { openIndexReader } = await import('@pinakes/index')
  const reader = await openIndexReader(kbPaths(findKbRoot(path ?? '.')).index)
  try {
    return reader.failures()
  } finally {
    reader.close()
  }
}
