import { type DocUlid, isUlid, type KbUlid, parsePnkUri } from '@pinakes/manifest'
import type { ExtractionRecord, SidecarLink } from './contracts.js'
import type { Problem, Problems } from './problem.js'
import {
  describeValue,
  entryOf,
  isYamlMap,
  isYamlSeq,
  valueAt,
  type YamlEntry,
  type YamlItem,
  type YamlMap,
  type YamlValue,
} from './value.js'

/** The keys of a sidecar that Pinakes reads; all others are the user's. In the order in which they are minted. */
export const KNOWN_KEYS = ['id', 'title', 'tags', 'created', 'links', 'provenance'] as const

/** The known fields of a sidecar, typed; placeholders stand where a problem was reported. */
export interface KnownFields {
  readonly id: DocUlid
  readonly title: string | null
  readonly created: string | null
  readonly tags: readonly string[]
  readonly links: readonly SidecarLink[]
  readonly extraction: ExtractionRecord | null
}

/** Reads the known fields of `root`, adding to `problems` each that breaks its type. */
export function readKnownFields(root: YamlMap, owner: KbUlid, problems: Problems): KnownFields {
  return {
    id: readId(root, problems),
    title: readText(root, 'title', problems),
    created: readText(root, 'created', problems),
    tags: readTags(root, problems),
    links: readLinks(root, owner, problems),
    extraction: readExtraction(root, problems),
  }
}

function readId(root: YamlMap, problems: Problems): DocUlid {
  const entry = entryOf(root, 'id')
  if (isUlid<'document'>(entry?.value)) return entry.value
  const found =
    entry === undefined
      ? 'the sidecar has no `id`'
      : `\`id\` must be the ULID of the document, found ${quoteOrDescribe(entry.value)}`
  problems.push({
    code: 'SIDECAR_ID',
    message: found,
    remedy:
      'Restore the original id from version control; a new one would break every link to this document.',
    offset: entry?.offset ?? null,
  })
  return '' as DocUlid
}

function readText(root: YamlMap, key: string, problems: Problems): string | null {
  const entry = entryOf(root, key)
  const value = entry?.value ?? null
  if (value === null || typeof value === 'string') return value
  if (entry) problems.push(wrongType(`\`${key}\``, 'text', entry))
  return null
}

function readTags(root: YamlMap, problems: Problems): string[] {
  const items = readList(root, 'tags', 'a list of texts', problems)
  return items.flatMap((item, index) => {
    if (typeof item.value === 'string') return [item.value]
    problems.push(wrongType(`\`tags[${index}]\``, 'text', item))
    return []
  })
}

function readLinks(root: YamlMap, owner: KbUlid, problems: Problems): SidecarLink[] {
  const items = readList(root, 'links', 'a list of mappings', problems)
  return items.flatMap((item, index) => readLink(item, `links[${index}]`, owner, problems))
}

function readLink(item: YamlItem, name: string, owner: KbUlid, problems: Problems): SidecarLink[] {
  if (!isYamlMap(item.value)) {
    problems.push(wrongType(`\`${name}\``, 'a mapping with `to` and `rel`', item))
    return []
  }
  const to = readTarget(item.value, item, name, owner, problems)
  const rel = readRelation(item.value, item, name, problems)
  return to === null || rel === null ? [] : [{ to, rel }]
}

function readTarget(link: YamlMap, item: YamlItem, name: string, owner: KbUlid, problems: Problems) {
  const entry = entryOf(link, 'to')
  if (typeof entry?.value !== 'string') {
    problems.push(missingOrWrong(`\`${name}.to\``, 'a pnk:// link', entry, item))
    return null
  }
  try {
    return parsePnkUri(entry.value).resolve(owner)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    problems.push({
      code: 'SIDECAR_FIELD',
      message: `\`${name}.to\`: ${why}`,
      remedy: 'Write pnk://<kb id>/<document id>, or pnk://self/<document id> inside the same KB.',
      offset: entry.offset,
    })
    return null
  }
}

function readRelation(link: YamlMap, item: YamlItem, name: string, problems: Problems): string | null {
  const entry = entryOf(link, 'rel')
  if (typeof entry?.value === 'string' && entry.value.trim() !== '') return entry.value
  if (typeof entry?.value === 'string') {
    problems.push({
      code: 'SIDECAR_FIELD',
      message: `\`${name}.rel\` must name a relation, found a blank text`,
      remedy: 'Write a word for the relation, for example `rel: cites`.',
      offset: entry.offset,
    })
  } else problems.push(missingOrWrong(`\`${name}.rel\``, 'text', entry, item))
  return null
}

function readList(root: YamlMap, key: string, expected: string, problems: Problems): readonly YamlItem[] {
  const entry = entryOf(root, key)
  if (entry === undefined || entry.value === null) return []
  if (isYamlSeq(entry.value)) return entry.value.items
  problems.push(wrongType(`\`${key}\``, expected, entry))
  return []
}

/** A record that lacks one of its three strings, or is no mapping, counts as absent: it is never an error. */
function readExtraction(root: YamlMap, problems: Problems): ExtractionRecord | null {
  const provenance = entryOf(root, 'provenance')
  if (provenance === undefined || provenance.value === null) return null
  if (!isYamlMap(provenance.value)) {
    problems.push(wrongType('`provenance`', 'a mapping', provenance))
    return null
  }
  return extractionOf(valueAt(provenance.value, 'extraction'))
}

/** The record a value spells, or null. */
export function extractionOf(value: YamlValue): ExtractionRecord | null {
  if (!isYamlMap(value)) return null
  const text = (key: string): string | null => {
    const found = valueAt(value, key)
    return typeof found === 'string' ? found : null
  }
  const backend = text('backend')
  const fingerprint = text('fingerprint')
  const contentHash = text('content_hash')
  if (backend === null || fingerprint === null || contentHash === null) return null
  return { backend, fingerprint, extracted: text('extracted'), contentHash }
}

function missingOrWrong(
  name: string,
  expected: string,
  entry: YamlEntry | undefined,
  item: YamlItem,
): Problem {
  return entry ? wrongType(name, expected, entry) : wrongType(name, expected, { ...item, value: null })
}

function wrongType(name: string, expected: string, { value, offset }: YamlItem): Problem {
  return {
    code: 'SIDECAR_FIELD',
    message: `${name} must be ${expected}, found ${describeValue(value)}`,
    remedy: remedyFor(name, expected, value),
    offset,
  }
}

function remedyFor(name: string, expected: string, value: YamlValue): string {
  const scalar = value !== null && (typeof value !== 'object' || value.kind === 'opaque')
  if (scalar && expected === 'text') return `Quote the value of ${name}, and drop a tag if there is one.`
  if (expected.startsWith('a list')) return `Write ${name} as a list, for example \`[…]\`, or remove the key.`
  return `Give ${name} ${expected}, or remove the line.`
}

function quoteOrDescribe(value: YamlValue): string {
  return typeof value === 'string' && value !== '' ? JSON.stringify(value) : describeValue(value)
}
