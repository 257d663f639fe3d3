import { isAlias, isMap, isScalar, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import { lastLineIsContent } from './block-scalar.js'
import { typePlain, typeTagged } from './plain-scalar.js'
import type { Problem, Problems } from './problem.js'
import {
  CYCLE,
  canonicalKey,
  describeValue,
  isYamlMap,
  isYamlSeq,
  type YamlEntry,
  type YamlItem,
  type YamlMap,
  type YamlSeq,
  type YamlValue,
} from './value.js'
import type { YamlDocument } from './yaml-document.js'

/** The typed data of a document, and what edits must know of its aliases. */
export interface Composed {
  readonly root: YamlMap
  readonly aliases: readonly AliasUse[]
  /** Empty for a document that may be read. */
  readonly problems: readonly Problem[]
}

export interface AliasUse {
  readonly anchor: string
  readonly offset: number
}

/** Types every scalar, resolves aliases and merge keys, and finds repeated keys and anchors. */
export function composeDocument(document: YamlDocument, textLength: number): Composed {
  const composer = new Composer(document.yaml11)
  const root = composer.map(document.root)
  const problems = composer.problems
  // Values are shared, not copied, so a bomb is cheap up to here; everything after this walks the expansion.
  if (problems.length === 0 && root.size > 4 * textLength + ALIAS_ALLOWANCE) problems.push(bomb())
  return { root, aliases: composer.aliases, problems }
}

const ALIAS_ALLOWANCE = 1_000_000
const CORE = 'tag:yaml.org,2002:'

class Composer {
  readonly problems: Problems = []
  readonly aliases: AliasUse[] = []
  /** `undefined` while the anchored node is still being composed. */
  readonly #anchors = new Map<string, YamlValue | undefined>()
  readonly #yaml11: boolean

  constructor(yaml11: boolean) {
    this.#yaml11 = yaml11
  }

  /** The value of a node; null for a missing one. */
  value(node: ParsedNode | null): YamlValue {
    if (node === null) return null
    if (isAlias(node)) return this.#alias(node.source, node.range[0])
    if (isScalar(node)) return this.#anchored(node, () => this.#scalar(node))
    if (isMap(node)) return this.#anchored(node, () => this.#mapping(node as YAMLMap.Parsed))
    return this.#anchored(node, () => this.#list(node as YAMLSeq.Parsed))
  }

  /** The root, whose tag does not matter. */
  map(node: YAMLMap.Parsed): YamlMap {
    return this.#anchored(node, () => this.#entries(node))
  }

  #anchored<V extends YamlValue>(node: ParsedNode & { anchor?: string }, compose: () => V): V {
    const { anchor } = node
    if (anchor === undefined) return compose()
    if (this.#anchors.has(anchor)) this.#report(reusedAnchor(anchor, node.range[0]))
    this.#anchors.set(anchor, undefined)
    const value = compose()
    this.#anchors.set(anchor, value)
    return value
  }

  #alias(anchor: string, offset: number): YamlValue {
    this.aliases.push({ anchor, offset })
    if (!this.#anchors.has(anchor)) {
      this.#report(undefinedAlias(anchor, offset))
      return null
    }
    const value = this.#anchors.get(anchor)
    return value === undefined ? CYCLE : value
  }

  #scalar(node: Scalar.Parsed): YamlValue {
    const text = scalarText(node)
    const { tag } = node
    if (tag === undefined) return isPlain(node) ? typePlain(text, this.#yaml11) : text
    // The non-specific tag: text, whatever it looks like (YAML 1.2, 6.9.1).
    if (tag === '!') return text
    const core = tag.startsWith(CORE) ? tag.slice(CORE.length) : ''
    if (core === 'int' || core === 'float' || core === 'bool' || core === 'null') {
      const value = typeTagged(text, core)
      if (value === undefined) this.#report(misfit(tag, 'the value', node.range[0]))
      return value ?? null
    }
    if (core === 'seq' || core === 'map' || core === 'omap')
      this.#report(misfit(tag, 'the value', node.range[0]))
    return { kind: 'opaque', what: 'a tagged value', text: `${tag} ${text}` }
  }

  #mapping(node: YAMLMap.Parsed): YamlValue {
    const map = this.#entries(node)
    if (node.tag === `${CORE}set`) return { kind: 'opaque', what: 'a tagged value', text: canonicalKey(map) }
    if (NOT_FOR_MAPS.has(node.tag ?? '')) this.#report(misfit(node.tag ?? '', 'a mapping', node.range[0]))
    return map
  }

  #list(node: YAMLSeq.Parsed): YamlValue {
    const items = node.items.map((item): YamlItem => ({ value: this.value(item), offset: item.range[0] }))
    const seq: YamlSeq = {
      kind: 'seq',
      tag: tagOf(node),
      items,
      size: sizeOf(items.map((item) => item.value)),
    }
    if (NOT_FOR_LISTS.has(node.tag ?? '')) this.#report(misfit(node.tag ?? '', 'a list', node.range[0]))
    return node.tag === `${CORE}omap` ? this.#orderedMap(seq, node.range[0]) : seq
  }

  /** `!!omap`: a list of single-key mappings read as one mapping. */
  #orderedMap(seq: YamlSeq, offset: number): YamlValue {
    const entries: YamlEntry[] = []
    for (const { value } of seq.items) {
      const [entry, ...others] = isYamlMap(value) ? value.entries : []
      if (!entry || others.length > 0)
        this.#report(misfit(`${CORE}omap`, 'a list of anything but single keys', offset))
      if (entry) entries.push(entry)
    }
    this.#reportRepeated(entries)
    return { kind: 'map', tag: `${CORE}omap`, entries, size: seq.size }
  }

  #entries(node: YAMLMap.Parsed): YamlMap {
    const entries: YamlEntry[] = []
    let merge: YamlItem | undefined
    for (const { key, value } of node.items) {
      const keyOffset = key.range[0]
      if (isMergeKey(key)) {
        if (merge) this.#report(repeatedKey('<<', keyOffset))
        merge = { value: this.value(value), offset: keyOffset }
        continue
      }
      const typedKey = this.value(key)
      const typed = this.value(value)
      entries.push({
        key: typedKey,
        keyOffset,
        value: typed,
        offset: startOf(value) ?? keyOffset,
        merged: false,
      })
    }
    this.#reportRepeated(entries)
    if (merge) entries.push(...this.#merged(merge, entries))
    const parts = entries.flatMap((entry) => [entry.key, entry.value])
    return { kind: 'map', tag: tagOf(node), entries, size: sizeOf(parts) }
  }

  /** What `<<` adds: own keys win over merged ones, earlier mappings over later ones. */
  #merged(merge: YamlItem, own: readonly YamlEntry[]): YamlEntry[] {
    const seen = new Set(own.map((entry) => canonicalKey(entry.key)))
    const added: YamlEntry[] = []
    const sources = isYamlSeq(merge.value) ? merge.value.items.map((item) => item.value) : [merge.value]
    for (const source of sources) {
      if (!isYamlMap(source)) {
        this.#report(badMerge(source, merge.offset))
        continue
      }
      for (const entry of source.entries) {
        const key = canonicalKey(entry.key)
        if (!seen.has(key)) added.push({ ...entry, merged: true })
        seen.add(key)
      }
    }
    return added
  }

  #reportRepeated(entries: readonly YamlEntry[]): void {
    const seen = new Set<string>()
    for (const { key, keyOffset } of entries) {
      const canonical = canonicalKey(key)
      if (seen.has(canonical)) this.#report(repeatedKey(nameOfKey(key), keyOffset))
      seen.add(canonical)
    }
  }

  #report(problem: Problem): void {
    this.problems.push(problem)
  }
}

const NOT_FOR_MAPS = new Set(['seq', 'omap', 'int', 'float', 'bool', 'null'].map((name) => CORE + name))
const NOT_FOR_LISTS = new Set(['map', 'set', 'int', 'float', 'bool', 'null'].map((name) => CORE + name))

/** A key as a message shows it. */
export function nameOfKey(key: YamlValue): string {
  if (key === null) return 'null'
  if (typeof key !== 'object') return String(key)
  return key.kind === 'opaque' ? key.text : describeValue(key)
}

/** True for a plain, untagged `<<`. */
export function isMergeKey(key: ParsedNode): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<' && (!key.tag || key.tag === '!')
}

function isPlain(node: Scalar.Parsed): boolean {
  return node.type === 'PLAIN' || node.type === undefined
}

function tagOf(node: { tag?: string }): string | null {
  const { tag } = node
  return tag === undefined || tag === '!' || tag === `${CORE}map` || tag === `${CORE}seq` ? null : tag
}

/**
 * The text of a scalar. The library ends a clipped or kept block scalar with a line break even where the file ends
 * without one; YAML keeps the break only if it is there.
 */
function scalarText(node: Scalar.Parsed): string {
  const text = node.source ?? ''
  const token = node.srcToken
  if (token?.type !== 'block-scalar' || !text.endsWith('\n')) return text
  return lastLineIsContent(token) ? text.slice(0, -1) : text
}

function startOf(node: ParsedNode | null): number | undefined {
  return node?.range[0]
}

function sizeOf(values: readonly YamlValue[]): number {
  let size = 1
  for (const value of values) {
    if (typeof value === 'string') size += value.length + 1
    else if (typeof value === 'object' && value !== null && 'size' in value) size += value.size
    else size += 1
  }
  return size
}

function reusedAnchor(anchor: string, offset: number): Problem {
  return {
    code: 'SIDECAR_DUPLICATE_ANCHOR',
    message: `the file reuses an anchor name: \`&${anchor}\``,
    remedy: 'Give the second anchor, and the aliases meant for it, a name of their own.',
    offset,
  }
}

function undefinedAlias(anchor: string, offset: number): Problem {
  return {
    code: 'SIDECAR_SYNTAX',
    message: `not valid YAML: the alias \`*${anchor}\` has no anchor before it`,
    remedy: `Define \`&${anchor}\` above the alias, or write the value out.`,
    offset,
  }
}

function repeatedKey(name: string, offset: number): Problem {
  return {
    code: 'SIDECAR_DUPLICATE_KEY',
    message: `the file repeats a key: \`${name}\`; which value was meant is unrecoverable`,
    remedy: 'Keep the line that was meant and delete the other.',
    offset,
  }
}

function badMerge(found: YamlValue, offset: number): Problem {
  return {
    code: 'SIDECAR_SYNTAX',
    message: `not valid YAML: the merge key \`<<\` takes a mapping or a list of mappings, found ${describeValue(found)}`,
    remedy: 'Point `<<` at a mapping, or quote it if an ordinary key was meant.',
    offset,
  }
}

function misfit(tag: string, found: string, offset: number): Problem {
  return {
    code: 'SIDECAR_SYNTAX',
    message: `not valid YAML: the tag \`!!${tag.slice(CORE.length)}\` does not fit ${found}`,
    remedy: 'Drop the tag.',
    offset,
  }
}

function bomb(): Problem {
  return {
    code: 'SIDECAR_TOO_LARGE',
    message: 'the aliases of this file expand to far more than the file holds',
    remedy: 'Write the values out where they are needed instead of nesting aliases.',
    offset: null,
  }
}
