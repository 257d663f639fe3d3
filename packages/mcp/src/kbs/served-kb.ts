import type { Manifest } from '@pinakes/manifest'
import type { Kb } from '@pinakes/retrieve'

/** A knowledge base that clients may ask. */
export interface ServedKb {
  readonly kb: Kb
  /** As it was when the server started. */
  readonly manifest: Manifest
}

/** The knowledge bases of one server; nothing else can be reached through it. */
export interface ServedKbs {
  /** In the order in which they were named; never empty. */
  readonly all: readonly ServedKb[]
  /**
   * The one with that exact name or id; without a name the first.
   * @throws ServeError `SERVE_UNKNOWN_KB`
   */
  find(name: string | undefined): ServedKb
  /** The one with that id, if it is served. */
  byId(id: string): ServedKb | undefined
  close(): Promise<void>
}
