import { kbPaths } from './kb-paths.js'
import type { ManifestPlace } from './load-manifest.js'
import type { Manifest } from './manifest.js'
import { ManifestFaults } from './manifest-faults.js'
import { type Table, table } from './manifest-key.js'
import { KB, SOURCES } from './manifest-schema.js'
import { parseRawManifest, readManifestBytes } from './raw-manifest.js'
import { readTable } from './read-table.js'
import { checkSources } from './sources-containment.js'
import { isTomlTable, type TomlTable, type TomlValue } from './toml-value.js'

/** What we need to know of another KB: who it is and where its sidecars lie. */
export interface PartnerManifest {
  readonly id: Manifest['kb']['id']
  readonly sources: Manifest['sources']
}

const PARTNER_KB = table('kb', KB.doc, { id: KB.keys.id }, { required: true })

/**
 * `[kb] id` and `[sources]` of the KB at `root`, with the rules of those two and nothing else: a partner may be
 * made by a newer format, whose other tables and keys are none of our business.
 * @throws ManifestError as `parseManifest` does, for these parts alone.
 */
export function loadPartnerManifest(root: string): PartnerManifest {
  const path = kbPaths(root).manifest
  return parsePartnerManifest(readManifestBytes(path), { path, root })
}

/** {@link loadPartnerManifest} from bytes. */
export function parsePartnerManifest(bytes: Uint8Array | string, place: ManifestPlace): PartnerManifest {
  const raw = parseRawManifest(bytes, place.path)
  const faults = new ManifestFaults(place.path)
  const kb = readTable(PARTNER_KB, knownKeys(raw.kb, PARTNER_KB), faults)
  const sources = readTable(SOURCES, knownKeys(raw.sources, SOURCES), faults)
  if (sources) checkSources(sources, place.root, faults)
  faults.throwIfAny()
  if (!kb || !sources) throw new Error(`${place.path}: refused without a reason`)
  return { id: kb.id, sources }
}

/** The table without the keys that `spec` does not know; anything but a table as it is. */
function knownKeys(raw: TomlValue | undefined, spec: Table): TomlValue | undefined {
  if (!isTomlTable(raw)) return raw
  const kept: TomlTable = Object.fromEntries(
    Object.entries(raw).filter(([key]) => Object.hasOwn(spec.keys, key)),
  )
  return kept
}
