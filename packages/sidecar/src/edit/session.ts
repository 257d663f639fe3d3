import { SidecarError } from '../errors.js'
import { isEmptyKnown } from '../metadata.js'
import { type ParsedSidecar, parseSidecarText } from '../parse-sidecar.js'
import { sameValue, type YamlMap } from '../value.js'
import { unsafeError } from './refusals.js'
import { applySplices, type Change } from './splice.js'

/** A sidecar under edit. Each change is proved before the next is planned. */
export interface EditSession {
  /** The sidecar as it now stands. */
  readonly current: ParsedSidecar
  /**
   * Makes a change: the first candidate whose text, parsed again, holds exactly the intended data.
   * @throws SidecarError `SIDECAR_UNSAFE_EDIT` if none does.
   */
  apply(change: Change): void
}

/** Starts a session on parsed text. */
export function startSession(parsed: ParsedSidecar): EditSession {
  let current = parsed
  return {
    get current() {
      return current
    },
    apply(change) {
      current = firstFaithful(current, change)
    },
  }
}

function firstFaithful(before: ParsedSidecar, change: Change): ParsedSidecar {
  const intended = comparable(change.intended)
  for (const splices of change.candidates) {
    const after = parseOrNull(applySplices(before.text, splices), before)
    if (after !== null && sameValue(comparable(after.root), intended)) return after
  }
  throw unsafeError(before, change.what)
}

function parseOrNull(text: string, context: ParsedSidecar): ParsedSidecar | null {
  try {
    return parseSidecarText(text, context)
  } catch (error) {
    if (error instanceof SidecarError) return null
    throw error
  }
}

/** A known key without a value is the same as none. */
function comparable(root: YamlMap): YamlMap {
  return { ...root, entries: root.entries.filter((entry) => !isEmptyKnown(entry)) }
}
