import { PinakesError } from '@pinakes/manifest'

/** Why this package refused; the union is closed. */
export type SidecarErrorCode =
  /** Nothing lies at the path. */
  | 'SIDECAR_NOT_FOUND'
  /** The file system would not hand the file over; `cause` is its error. */
  | 'SIDECAR_UNREADABLE'
  /** The bytes are not UTF-8. */
  | 'SIDECAR_NOT_UTF8'
  /** More bytes than a sidecar may have, or aliases that expand to more than they may. */
  | 'SIDECAR_TOO_LARGE'
  /** Not valid YAML: syntax, a second document, an alias without its anchor, a character that YAML forbids. */
  | 'SIDECAR_SYNTAX'
  /** No content: zero bytes, blank lines, comments. */
  | 'SIDECAR_EMPTY'
  /** The document is a list or a single value. */
  | 'SIDECAR_NOT_MAPPING'
  /** One mapping repeats a key, `1`, `1.0` and `true` being one. */
  | 'SIDECAR_DUPLICATE_KEY'
  /** One anchor name is defined twice. */
  | 'SIDECAR_DUPLICATE_ANCHOR'
  /** `id` is absent or no ULID. */
  | 'SIDECAR_ID'
  /** A known field holds a value of another type. */
  | 'SIDECAR_FIELD'
  /** A key that is not a string, where only strings can be indexed. */
  | 'SIDECAR_KEY'
  /** A value that the index cannot hold: a date, a tagged value. */
  | 'SIDECAR_VALUE'
  /** Something lies where a sidecar was to be created. */
  | 'SIDECAR_EXISTS'
  /** The edit would also change another place, through an alias, an anchor or a merge key. */
  | 'SIDECAR_SHARED'
  /** No change of the touched bytes alone gives the intended data. */
  | 'SIDECAR_UNSAFE_EDIT'
  /** What the caller asked to write is not writable: a blank relation, a target that is no link. */
  | 'SIDECAR_BAD_EDIT'
  /** The file that the sidecar's symbolic link names lies outside of the KB. */
  | 'SIDECAR_OUTSIDE_KB'
  /** Somebody else kept changing the file while it was to be rewritten. */
  | 'SIDECAR_CONFLICT'
  /** The file system refused the write; the file is as it was. `cause` is its error. */
  | 'SIDECAR_WRITE'

/**
 * Every refusal of `@pinakes/sidecar`. `details.path` is the sidecar; where a place in it is to blame,
 * `details.line` and `details.column` are one-based (columns count code points), and `details.problems` lists
 * every fault found, the first being the one in the message.
 */
export class SidecarError extends PinakesError<SidecarErrorCode> {}
