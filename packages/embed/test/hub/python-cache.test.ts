import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { listCachedModels } from '../../src/hub/cached-models.js'
import { verifyCachedModel } from '../../src/hub/verified-models.js'
import { tempFolder } from '../static/temp-folder.js'
import { type LoopbackHub, loopbackHub, sha256 } from './loopback-hub.js'
import { COMMIT, fixtureFiles, MODEL } from './model-files.js'
import { pull, repoOf } from './pull-support.js'

/** A name of the cache: a link by its target, a blob by its hash, anything else by its text. */
type Entry = { readonly link: string } | { readonly sha256: string } | { readonly text: string }
type Layout = Readonly<Record<string, Entry>>

/** What Python's huggingface_hub made of the same files; see tools/models/hub_cache.py. */
const PYTHON: Layout = JSON.parse(
  readFileSync(new URL('../fixtures/golden/hub-cache.json', import.meta.url), 'utf8'),
).layout
const FILES = fixtureFiles()

let hub: LoopbackHub
let cache: string

beforeEach(async () => {
  hub = await loopbackHub({ xet: false })
  hub.publish(MODEL, COMMIT, FILES)
  cache = join(tempFolder(), 'hub')
})

function layout(root: string): Layout {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (one) => !one.isDirectory(),
  )
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), entryOf(path)]))
}

function entryOf(path: string): Entry {
  if (lstatSync(path).isSymbolicLink()) return { link: readlinkSync(path) }
  const bytes = readFileSync(path)
  return dirname(path).endsWith('blobs')
    ? { sha256: createHash('sha256').update(bytes).digest('hex') }
    : { text: bytes.toString() }
}

/** Lays the recorded cache out anew. */
function asPythonDid(root: string): void {
  const contents = new Map(Object.values(FILES).map((bytes) => [sha256(bytes), bytes]))
  for (const [name, entry] of Object.entries(PYTHON)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    if ('link' in entry) symlinkSync(entry.link, join(root, name))
    else writeFileSync(join(root, name), 'text' in entry ? entry.text : (contents.get(entry.sha256) ?? ''))
  }
}

describe("the cache of Python's huggingface_hub", () => {
  it('is what a pull makes, to the last name, link and byte', async () => {
    await pull(hub, cache)
    expect(layout(repoOf(cache))).toEqual(PYTHON)
  })

  it('is read: nothing is fetched again, and every file is checked by its hash', async () => {
    asPythonDid(repoOf(cache))
    const pulled = await pull(hub, cache)
    expect(pulled.fetchedBytes).toBe(0)
    expect(layout(repoOf(cache))).toEqual(PYTHON)
    const [model] = listCachedModels(cache)
    expect(model?.snapshots[0]).toMatchObject({ refs: ['main'], precisions: ['float32'] })
    const [verified] = model === undefined ? [] : await verifyCachedModel(model)
    expect(verified?.files.map(({ fault, checkedBy }) => [fault, checkedBy])).toEqual(
      Object.keys(FILES).map(() => [null, 'hash']),
    )
  })
})
