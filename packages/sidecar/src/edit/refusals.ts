import { displayPath } from '@pinakes/manifest'
import { SidecarError } from '../errors.js'
import type { ParsedSidecar } from '../parse-sidecar.js'
import { positionAt } from '../position.js'

/** The refusal to change what another place in the file shares. */
export function sharedError(sidecar: ParsedSidecar, what: string, offset: number): SidecarError {
  const { line, column } = positionAt(sidecar.text, offset)
  return new SidecarError({
    code: 'SIDECAR_SHARED',
    message: `${displayPath(sidecar.path)}: \`${what}\` is shared with another place in the file through an anchor, alias or merge key (line ${line}, column ${column}), and an edit would change both`,
    remedy: 'Write the value out at this place, without anchor and alias, and run the command again.',
    details: { path: sidecar.path, line, column, what },
  })
}

/** The refusal of an edit for which no splice gives the intended data. */
export function unsafeError(sidecar: ParsedSidecar, what: string): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_UNSAFE_EDIT',
    message: `${displayPath(sidecar.path)}: cannot ${what} without touching other lines of the file; nothing was written`,
    remedy: 'Make this change in an editor; the rest of the file stays as it is.',
    details: { path: sidecar.path, what },
  })
}

/** The refusal of an edit whose own values cannot be written. */
export function badEdit(path: string, message: string, remedy: string): SidecarError {
  return new SidecarError({
    code: 'SIDECAR_BAD_EDIT',
    message: `${displayPath(path)}: ${message}`,
    remedy,
    details: { path },
  })
}
