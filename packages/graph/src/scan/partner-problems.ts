import { displayPath, isPinakesError, type ManifestFault, quote, type WalkProblems } from '@pinakes/manifest'

/** Why a linked KB was not read whole. */
export interface PartnerProblem {
  readonly message: string
  readonly remedy: string
}

/** What an error of `openPartner` says: a problem for each fault of the manifest, one for a pattern at fault several times. */
export function problemsOf(error: unknown): PartnerProblem[] {
  if (!isPinakesError(error)) return [{ message: `cannot be read: ${String(error)}`, remedy: AGAIN }]
  const { message, remedy } = error
  const faults = isPinakesError(error.cause) ? faultsOf(error.cause.details) : []
  if (faults.length === 0) return [{ message, remedy }]
  const first = new Map<string | ManifestFault, ManifestFault>()
  for (const fault of faults) {
    const subject = fault.pattern ?? fault
    if (!first.has(subject)) first.set(subject, fault)
  }
  return [...first.values()].map((fault) => ({
    message: `its pinakes.toml${fault.table === null ? '' : ` [${fault.table}]`}: ${fault.message}`,
    remedy,
  }))
}

function faultsOf(details: object | undefined): readonly ManifestFault[] {
  return (details as { readonly faults?: readonly ManifestFault[] } | undefined)?.faults ?? []
}

/** What keeps a walk from having seen every document. Names that are not UTF-8 are no documents over there either. */
export function walkProblems({
  missingRoots,
  unreadable,
  escapes,
  vanished,
}: WalkProblems): PartnerProblem[] {
  return [
    ...missingRoots.map((key) => ({
      message: `its source root ${quote(key)} does not exist`,
      remedy: 'Mount or restore it over there, or drop it from `roots` in its [sources].',
    })),
    ...unreadable.map(({ key, reason }) => ({
      message:
        reason === 'ENOTDIR'
          ? `its source root ${quote(key)} is not a directory`
          : `its folder ${quote(key)} cannot be read (${reason})`,
      remedy: 'Give yourself read permission over there, or correct `roots` in its [sources].',
    })),
    ...escapes.map(({ pattern, key }) => ({
      message: `its include pattern ${quote(pattern)} leads out of it at ${displayPath(key)}`,
      remedy: 'Change the pattern over there, or replace the symbolic link by a folder.',
    })),
    ...vanished.slice(0, 1).map((key) => ({
      message: `${displayPath(key)} vanished while it was read`,
      remedy: AGAIN,
    })),
  ]
}

const AGAIN = 'Run `pnk sync` again.'
