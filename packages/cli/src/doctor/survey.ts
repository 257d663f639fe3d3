import type { Sidecar } from '@pinakes/sidecar'

/** A sidecar that can be read; paths are KB-relative. */
export interface SurveyedSidecar {
  readonly path: string
  readonly document: string
  readonly sidecar: Sidecar
}

/** Documents and sidecars of one knowledge base as they lie on disk; every path is KB-relative. */
export interface Survey {
  /** Documents that a sync would index. */
  readonly documents: ReadonlySet<string>
  readonly sidecars: readonly SurveyedSidecar[]
  readonly broken: readonly { readonly path: string; readonly reason: string }[]
  /** Sidecars whose document file is missing. */
  readonly orphaned: readonly string[]
  /** Roots and directories that could not be looked into: what lies there is unknown. */
  readonly unknown: readonly string[]
  /** Documents that `exclude` hides only because `**` spans any depth here; the other edition would index them. */
  readonly hiddenRecursively: readonly string[]
}
