import type { YAMLMap } from 'yaml'
import { authoredScalar } from '../authored-scalar.js'
import { blockMapLines, type Entries, flowMapText } from '../emit.js'
import type { ParsedSidecar } from '../parse-sidecar.js'
import { isYamlMap, valueAt, type YamlMap } from '../value.js'
import { mapOf, withKey, withoutKey } from './data.js'
import { removeEntry, removeEntryWithTail } from './list.js'
import { asMap, findOwnPair, type PairPlace, refuseOrphaning, refuseShared, tokenOf } from './locate.js'
import type { EditSession } from './session.js'
import type { Splice } from './splice.js'
import { styleIn } from './style.js'
import { addEntries, fillEmpty, isNullNode, replaceValue } from './values.js'

/** What a paid extraction records in the sidecar. */
export interface ExtractionText {
  readonly backend: string
  readonly fingerprint: string
  readonly extracted: string
  readonly contentHash: string
}

const WHAT = 'record the extraction in `provenance`'

/** Sets the four values of `provenance.extraction`, each in its place; keys beside them are the user's and stay. */
export function setExtraction(session: EditSession, record: ExtractionText): void {
  const sidecar = session.current
  const wanted = fieldsOf(record)
  const old = provenanceData(sidecar.root)
  const extraction = old === null ? null : valueAt(old, 'extraction')
  const target = extraction !== null && isYamlMap(extraction) ? extraction : null
  if (target && wanted.every(([key, value]) => valueAt(target, key) === value)) return
  const filled = wanted.reduce((map, [key, value]) => withKey(map, key, value), target ?? mapOf([]))
  session.apply({
    candidates: setCandidates(sidecar, wanted, target),
    intended: withKey(sidecar.root, 'provenance', withKey(old ?? mapOf([]), 'extraction', filled)),
    what: WHAT,
  })
}

/** The record's keys in the order in which they are written. */
function fieldsOf(record: ExtractionText): readonly (readonly [string, string])[] {
  return [
    ['backend', record.backend],
    ['fingerprint', record.fingerprint],
    ['extracted', record.extracted],
    ['content_hash', record.contentHash],
  ]
}

function provenanceData(root: YamlMap): YamlMap | null {
  const value = valueAt(root, 'provenance')
  return value !== null && isYamlMap(value) ? value : null
}

function setCandidates(
  sidecar: ParsedSidecar,
  wanted: readonly (readonly [string, string])[],
  target: YamlMap | null,
): Splice[][] {
  const { text, document, root } = sidecar
  const extraction = Object.fromEntries(wanted)
  const place = findOwnPair(sidecar, document.root, root, 'provenance')
  refuseShared(sidecar, [document.root, place?.value ?? null], 'provenance')
  if (!place)
    return addEntries(text, document.root, [['provenance', { extraction }]], styleIn(sidecar, document.root))
  const map = asMap(place.value)
  if (!map) return fill(sidecar, document.root, place, [['extraction', extraction]])
  const inner = findOwnPair(sidecar, map, provenanceData(root) ?? mapOf([]), 'extraction')
  if (!inner) return addEntries(text, map, [['extraction', extraction]], styleIn(sidecar, map))
  refuseShared(sidecar, [inner.value], 'provenance.extraction')
  const record = asMap(inner.value)
  if (record && target) return updateRecord(sidecar, record, target, wanted)
  if (isNullNode(inner.value)) return fill(sidecar, map, inner, wanted)
  return [replaceValue(inner, flowMapText(wanted))]
}

/** Writes a mapping where a key has no value. */
function fill(sidecar: ParsedSidecar, map: YAMLMap.Parsed, place: PairPlace, entries: Entries): Splice[][] {
  const style = styleIn(sidecar, map)
  const lines = blockMapLines(entries, { ...style, column: style.column + style.step })
  const inFlow = tokenOf(map).type === 'flow-collection'
  return fillEmpty(sidecar.text, place, { lines, flow: flowMapText(entries) }, inFlow)
}

/** Replaces the values that differ and appends the keys that are missing. */
function updateRecord(
  sidecar: ParsedSidecar,
  record: YAMLMap.Parsed,
  data: YamlMap,
  wanted: readonly (readonly [string, string])[],
): Splice[][] {
  const places = wanted.map(([key, value]) => ({
    key,
    value,
    place: findOwnPair(sidecar, record, data, key),
    current: valueAt(data, key),
  }))
  const replaced = places.flatMap(({ key, value, place, current }) => {
    if (!place || current === value) return []
    refuseShared(sidecar, [place.value], `provenance.extraction.${key}`)
    return replaceValue(place, authoredScalar(value))
  })
  const missing = places.filter(({ place }) => !place).map(({ key, value }) => [key, value] as const)
  if (missing.length === 0) return [replaced]
  const added = addEntries(sidecar.text, record, missing, styleIn(sidecar, record))
  return added.map((splices) => [...replaced, ...splices])
}

/** Removes `provenance.extraction`, whatever it holds, and `provenance` with it if nothing else is in there. */
export function clearExtraction(session: EditSession): void {
  const sidecar = session.current
  const { text, document, root } = sidecar
  const data = provenanceData(root)
  const place = findOwnPair(sidecar, document.root, root, 'provenance')
  if (!data || !place) return
  refuseShared(sidecar, [document.root, place.value], 'provenance')
  const map = asMap(place.value)
  const inner = map ? findOwnPair(sidecar, map, data, 'extraction') : null
  if (!map || !inner) return
  refuseOrphaning(sidecar, inner.value, 'provenance.extraction')
  const only = data.entries.length === 1
  session.apply({
    candidates: [
      ...(only ? removeEntry(text, document.root, place.index) : []),
      // Also where `provenance` is left without a value, if it cannot go.
      ...removeEntry(text, map, inner.index),
      ...(only ? removeEntryWithTail(text, document.root, place.index) : []),
      ...removeEntryWithTail(text, map, inner.index),
    ],
    intended: only
      ? withoutKey(root, 'provenance')
      : withKey(root, 'provenance', withoutKey(data, 'extraction')),
    what: 'clear the extraction in `provenance`',
  })
}
