import type { IndexReader } from '@pinakes/index'
import type { KbPaths, Manifest } from '@pinakes/manifest'
import type { Git } from '../git/git.js'
import type { Survey } from './survey.js'

/** What the checks look at. Each part is read once, when the first check asks for it; what fails, fails for each. */
export interface DoctorContext {
  readonly paths: KbPaths
  /** @throws ManifestError */
  manifest(): Manifest
  /** Null when the knowledge base was never synced. @throws IndexError for an index that cannot be read. */
  index(): Promise<IndexReader | null>
  /** The repository that the knowledge base lies in. @throws CliError `CLI_GIT_MISSING`, `CLI_GIT_NO_REPOSITORY` */
  git(): Git
  /** Documents and sidecars as they lie below the roots. @throws ManifestError */
  survey(): Promise<Survey>
}

/** Runs `read` at the first call and remembers its outcome, an error included. */
export function once<T>(read: () => T): () => T {
  let outcome: { readonly value: T } | { readonly error: unknown } | null = null
  return () => {
    if (outcome === null) {
      try {
        outcome = { value: read() }
      } catch (error) {
        outcome = { error }
      }
    }
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}
