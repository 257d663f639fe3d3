import type { KbUlid } from '@pinakes/manifest'
import { type AliasUse, composeDocument } from './compose.js'
import type { Sidecar } from './contracts.js'
import { readKnownFields } from './known-fields.js'
import { encodeMetadata } from './metadata.js'
import { positionAt } from './position.js'
import { type Problem, type Problems, problemError } from './problem.js'
import { parseSkeleton } from './skeleton.js'
import { decodeSidecar } from './source-text.js'
import type { YamlMap } from './value.js'
import { isDocument, parseYaml, type YamlDocument } from './yaml-document.js'

/** Where a sidecar comes from. */
export interface SidecarContext {
  /** For messages. */
  readonly path: string
  /** The KB that owns the file: what `self` means in its links. */
  readonly owner: KbUlid
}

/** A readable sidecar together with its text, nodes and data. */
export interface ParsedSidecar extends SidecarContext {
  /** The decoded bytes, byte order mark and line breaks as they are; node offsets are into this. */
  readonly text: string
  readonly document: YamlDocument
  readonly root: YamlMap
  readonly aliases: readonly AliasUse[]
  readonly sidecar: Sidecar
}

/**
 * The sidecar that `bytes` spell. Deterministic, touches no file.
 * @throws SidecarError naming the first fault and its place; `details.problems` lists all that were found.
 */
export function parseSidecar(bytes: Uint8Array, context: SidecarContext): Sidecar {
  const text = decodeSidecar(bytes, context.path)
  return parseSkeleton(text) ?? parseSidecarText(text, context).sidecar
}

/** {@link parseSidecar} of decoded text, keeping the nodes for edits. */
export function parseSidecarText(text: string, context: SidecarContext): ParsedSidecar {
  try {
    return parse(text, context)
  } catch (error) {
    if (error instanceof RangeError) throw problemError(context.path, text, [TOO_DEEP])
    throw error
  }
}

function parse(text: string, context: SidecarContext): ParsedSidecar {
  const document = parseYaml(text)
  if (!isDocument(document)) throw problemError(context.path, text, document)
  const { root, aliases, problems } = composeDocument(document, text.length)
  if (problems.length > 0) throw problemError(context.path, text, problems)
  const { path, owner } = context
  return { path, owner, text, document, root, aliases, sidecar: validate(root, text, context) }
}

function validate(root: YamlMap, text: string, context: SidecarContext): Sidecar {
  const problems: Problems = []
  const fields = readKnownFields(root, context.owner, problems)
  const { json, warnings } = encodeMetadata(root, problems)
  if (problems.length > 0) throw problemError(context.path, text, problems)
  const placed = warnings.map(({ kind, where, offset }) => ({ kind, where, ...positionAt(text, offset) }))
  return { ...fields, metadataJson: json, warnings: placed }
}

// The stack ran out: the call that overflowed leaves nothing behind.
const TOO_DEEP: Problem = {
  code: 'SIDECAR_SYNTAX',
  message: 'not valid YAML: nested too deeply',
  remedy: 'Flatten the value; no sidecar needs hundreds of levels.',
  offset: null,
}
