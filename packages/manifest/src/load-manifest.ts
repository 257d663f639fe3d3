import { checkFloor } from './format-level.js'
import { kbPaths } from './kb-paths.js'
import type { LinkedKb, Manifest } from './manifest.js'
import { ManifestFaults } from './manifest-faults.js'
import { type Key, type Table, table } from './manifest-key.js'
import {
  checkBudget,
  checkChunking,
  checkConfidence,
  checkLinkedKbs,
  checkRetrieval,
} from './manifest-rules.js'
import * as schema from './manifest-schema.js'
import { parseRawManifest, readManifestBytes } from './raw-manifest.js'
import { readTable, unknownKeys } from './read-table.js'
import { checkSources } from './sources-containment.js'
import { describeToml, isTomlTable, type TomlTable, type TomlValue } from './toml-value.js'

/** Where a manifest stands. */
export interface ManifestPlace {
  /** Absolute path, for messages. */
  readonly path: string
  /** The KB root, for the containment of sources; need not exist. */
  readonly root: string
}

/**
 * The manifest of the KB at `root`.
 * @throws ManifestError `MANIFEST_UNREADABLE`, and all of {@link parseManifest}.
 */
export function loadManifest(root: string): Manifest {
  const path = kbPaths(root).manifest
  return parseManifest(readManifestBytes(path), { path, root })
}

/**
 * A manifest from its bytes, with every default filled in and every rule of the format held. Looks at the file
 * system only to see whether links lead source patterns out of the KB.
 *
 * @throws ManifestError with every fault, one a line (`<path> [<table>]: …`), and in `details.faults`:
 * `MANIFEST_SYNTAX`, `MANIFEST_TOO_NEW` (these two end the check), `MANIFEST_INVALID`, `MANIFEST_SOURCES`.
 */
export function parseManifest(bytes: Uint8Array | string, place: ManifestPlace): Manifest {
  const faults = new ManifestFaults(place.path)
  const raw = parseRawManifest(bytes, place.path)
  const floor = checkFloor(raw)
  if (floor) {
    faults.add({ table: 'kb', ...floor })
    faults.throwIfAny()
  }
  const manifest = readManifest(raw, place, faults)
  faults.throwIfAny()
  if (manifest === null) throw new Error(`${place.path}: refused without a reason`)
  return manifest
}

/** Reads the tables in the order of the format; null if any of them is at fault. */
function readManifest(raw: TomlTable, place: ManifestPlace, faults: ManifestFaults): Manifest | null {
  const top = <K extends Readonly<Record<string, Key<unknown>>>>(spec: Table<K>) => readTop(spec, raw, faults)
  const kb = top(schema.KB)
  const sources = top(schema.SOURCES)
  if (sources) checkSources(sources, place.root, faults)
  const embedding = top(schema.EMBEDDING)
  const extraction = top(schema.EXTRACTION)
  const chunking = top(schema.CHUNKING)
  if (chunking) checkChunking(chunking, faults)
  const retrieval = top(schema.RETRIEVAL)
  if (retrieval) checkRetrieval(retrieval, faults)
  const confidence = readConfidence(raw.retrieval, faults)
  const rerank = top(schema.RERANK)
  const budget = top(schema.BUDGET)
  if (budget) checkBudget(budget, faults)
  const deep = top(schema.DEEP)
  const kbs = readLinks(raw.links, faults)
  refuseUnknownTables(raw, faults)
  if (!kb || !sources || !embedding || !extraction || !chunking || !retrieval || !rerank || !budget || !deep)
    return null
  const { requiresPinakes: _consumed, ...identity } = kb
  return {
    kb: identity,
    sources,
    embedding,
    extraction,
    chunking,
    retrieval: { ...retrieval, confidence },
    rerank,
    budget,
    deep,
    links: { kb: kbs },
  }
}

function readTop<K extends Readonly<Record<string, Key<unknown>>>>(
  spec: Table<K>,
  raw: TomlTable,
  faults: ManifestFaults,
) {
  const found = raw[spec.name]
  if (found === undefined && spec.required) {
    faults.add({
      table: null,
      message: `table [${spec.name}] is missing`,
      remedy: `Add a table [${spec.name}].`,
    })
    return null
  }
  return readTable(spec, found, faults)
}

/** Null if absent, and if at fault: `faults` tells the two apart. */
function readConfidence(retrieval: TomlValue | undefined, faults: ManifestFaults) {
  const raw = isTomlTable(retrieval) ? retrieval.confidence : undefined
  if (raw === undefined) return null
  const confidence = readTable(schema.CONFIDENCE, raw, faults)
  if (confidence) checkConfidence(confidence, faults)
  return confidence
}

const LINKS = table('links', 'Connected KBs.', {}, { nested: ['kb'] })

function readLinks(raw: TomlValue | undefined, faults: ManifestFaults): readonly LinkedKb[] {
  readTable(LINKS, raw, faults)
  const list = isTomlTable(raw) ? raw.kb : undefined
  if (list === undefined) return []
  if (!Array.isArray(list)) {
    faults.add({
      table: 'links',
      message: `kb must be an array of tables, found ${describeToml(list)}`,
      remedy: 'Write one table [[links.kb]] for each linked KB.',
    })
    return []
  }
  const entries = (list as readonly TomlValue[]).map((entry, i) =>
    readTable(schema.LINKED_KB, entry, faults, `links.kb[${i}]`),
  )
  checkLinkedKbs(entries, faults)
  return entries.filter((entry) => entry !== null)
}

function refuseUnknownTables(raw: TomlTable, faults: ManifestFaults): void {
  const known = new Set(['links', ...schema.MANIFEST_TABLES.map(({ name }) => name)])
  const unknown = Object.keys(raw).filter((key) => !known.has(key))
  if (unknown.length === 0) return
  faults.add({
    table: null,
    message: unknownKeys(unknown),
    remedy: `Remove or rename them; the tables are ${[...known].filter((name) => !name.includes('.')).join(', ')}.`,
  })
}
