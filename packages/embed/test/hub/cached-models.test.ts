import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { listCachedModels } from '../../src/hub/cached-models.js'
import { verifyCachedModel } from '../../src/hub/verified-models.js'
import { tempFolder } from '../static/temp-folder.js'
import { type LoopbackHub, loopbackHub, sha256 } from './loopback-hub.js'
import { COMMIT, GRAPH, MODEL, NEXT_COMMIT, tinyModel } from './model-files.js'
import { pull, repoOf } from './pull-support.js'

const FILES = tinyModel()

let hub: LoopbackHub
let cache: string

beforeEach(async () => {
  hub = await loopbackHub()
  hub.publish(MODEL, COMMIT, FILES)
  cache = join(tempFolder(), 'hub')
})

/** What is wrong, by path, over all snapshots of the model. */
async function faults(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const model of listCachedModels(cache)) {
    for (const { files } of await verifyCachedModel(model)) {
      for (const { path, fault } of files) if (fault !== null) found[path] = fault
    }
  }
  return found
}

describe('the list of models', () => {
  it('is empty without a cache', () => {
    expect(listCachedModels(cache)).toEqual([])
  })

  it('has commits, refs, sizes and usable weights', async () => {
    await pull(hub, cache)
    hub.publish(MODEL, NEXT_COMMIT, { ...FILES, 'onnx/model_int8.onnx': FILES[GRAPH] ?? Buffer.alloc(0) })
    await pull(hub, cache, { model: `${MODEL}:int8` })
    const [model, ...others] = listCachedModels(cache)
    expect(others).toEqual([])
    expect(model?.model).toBe(MODEL)
    const names = ['config.json', GRAPH, 'tokenizer.json', 'tokenizer_config.json']
    const bytes = names.reduce((sum, path) => sum + (FILES[path]?.length ?? 0), 0)
    expect(model?.snapshots).toMatchObject([
      { commit: COMMIT, refs: [], bytes, files: 4, precisions: ['float32'], lacks: null },
      { commit: NEXT_COMMIT, refs: ['main'], bytes, files: 4, precisions: ['int8'], lacks: null },
    ])
  })

  it('says what a model lacks that another program brought in part', () => {
    const snapshot = join(repoOf(cache), 'snapshots', COMMIT)
    mkdirSync(snapshot, { recursive: true })
    writeFileSync(join(snapshot, 'config.json'), '{}')
    expect(listCachedModels(cache)[0]?.snapshots[0]).toMatchObject({
      precisions: [],
      lacks: 'it has no onnx/model.onnx or model.onnx',
      refs: [],
    })
  })

  it('passes over what is no model: data sets, locks, odd names', () => {
    for (const name of ['datasets--acme--x', '.locks', 'models--a--b--c', 'models--..', 'models--', 'x']) {
      mkdirSync(join(cache, name, 'snapshots', COMMIT), { recursive: true })
    }
    writeFileSync(join(cache, 'models--acme--file'), '')
    expect(listCachedModels(cache)).toEqual([])
  })
})

describe('verifying', () => {
  it('finds nothing wrong in what was pulled, by hash', async () => {
    await pull(hub, cache)
    expect(await faults()).toEqual({})
    const [model] = listCachedModels(cache)
    const verified = model === undefined ? [] : await verifyCachedModel(model)
    expect(verified[0]?.files.every(({ checkedBy }) => checkedBy === 'hash')).toBe(true)
  })

  it('names each damaged file: cut, empty, replaced by a page, changed in place, gone', async () => {
    await pull(hub, cache)
    const blob = (path: string) => join(repoOf(cache), 'blobs', sha256(FILES[path] ?? Buffer.alloc(0)))
    truncateSync(blob(GRAPH), 237_341)
    expect(await faults()).toEqual({ [GRAPH]: `it has 237341 bytes instead of ${FILES[GRAPH]?.length}` })
    truncateSync(blob(GRAPH), 0)
    expect(await faults()).toEqual({ [GRAPH]: 'it is empty' })
    writeFileSync(blob(GRAPH), '<html><body>Not found</body></html>')
    expect(await faults()).toEqual({ [GRAPH]: 'it is a web page' })
    const changed = Buffer.from(FILES[GRAPH] ?? Buffer.alloc(0))
    changed[300_000] = (changed[300_000] ?? 0) ^ 1
    writeFileSync(blob(GRAPH), changed)
    expect(await faults()).toEqual({ [GRAPH]: expect.stringContaining('its SHA-256 is') })
    rmSync(blob(GRAPH))
    expect(await faults()).toEqual({ [GRAPH]: 'it is not there' })
    await pull(hub, cache)
    expect(await faults()).toEqual({})
  })

  it('knows a blob by its name where no list of files was kept', async () => {
    await pull(hub, cache)
    rmSync(join(repoOf(cache), 'trees'), { recursive: true })
    expect(await faults()).toEqual({})
    truncateSync(join(repoOf(cache), 'blobs', sha256(FILES['tokenizer.json'] ?? Buffer.alloc(0))), 100)
    expect(await faults()).toEqual({ 'tokenizer.json': expect.stringContaining('its SHA-256 is') })
  })

  it('checks a plain file of which nobody knows the hash by its shape, and says so', async () => {
    const snapshot = join(repoOf(cache), 'snapshots', COMMIT)
    for (const path of [GRAPH, 'tokenizer.json']) {
      mkdirSync(join(snapshot, 'onnx'), { recursive: true })
      writeFileSync(join(snapshot, path), FILES[path] ?? '')
    }
    const [model] = listCachedModels(cache)
    const verified = model === undefined ? [] : await verifyCachedModel(model)
    expect(verified[0]?.files.map(({ path, fault, checkedBy }) => [path, fault, checkedBy])).toEqual([
      [GRAPH, null, 'shape'],
      ['tokenizer.json', null, 'shape'],
    ])
    truncateSync(join(snapshot, GRAPH), readFileSync(join(snapshot, GRAPH)).length - 1)
    writeFileSync(join(snapshot, 'tokenizer.json'), '{"model":')
    expect(await faults()).toEqual({
      [GRAPH]: expect.stringContaining('it is cut off'),
      'tokenizer.json': 'it is not JSON',
    })
  })
})
