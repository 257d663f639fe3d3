import { PinakesError } from './errors.js'

/** Why this package refused; the union is closed. */
export type ManifestErrorCode =
  /** Text that has to be a ULID is none; `details.kind` says which id it was to be. */
  | 'ULID_INVALID'
  /** Text that has to be a `pnk://` link is none. */
  | 'URI_INVALID'
  /** No directory from the start upwards holds a `pinakes.toml`. */
  | 'KB_NOT_FOUND'
  /** A path that cannot be resolved: a NUL byte, a symbolic-link loop, an unreadable directory. */
  | 'PATH_UNRESOLVABLE'
  /** `pinakes.toml` cannot be read. */
  | 'MANIFEST_UNREADABLE'
  /** The manifest is not UTF-8 or not TOML 1.0; `details.line` and `details.column` are one-based if known. */
  | 'MANIFEST_SYNTAX'
  /** `requires_pinakes` asks for a newer format, or cannot be read. */
  | 'MANIFEST_TOO_NEW'
  /** A table, key or value breaks a rule of the format; `details.table` names the table. */
  | 'MANIFEST_INVALID'
  /** A source root or pattern leaves the KB, or cannot be walked. */
  | 'MANIFEST_SOURCES'
  /** A symbolic link, pipe or device stands in the place of the state folder, or of a file in it. */
  | 'STATE_LINKED'

/** Every refusal of `@pinakes/manifest`. */
export class ManifestError extends PinakesError<ManifestErrorCode> {}
