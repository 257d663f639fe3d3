import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { loadEmbedder } from '../../src/load-embedder.js'
import { tempFolder } from '../static/temp-folder.js'
import { type LoopbackHub, loopbackHub, sha256 } from './loopback-hub.js'
import { COMMIT, fixtureFiles, GRAPH, MODEL } from './model-files.js'
import { pull, refused, repoOf } from './pull-support.js'

const FILES = fixtureFiles()
const REQUEST = { provider: 'onnx', model: MODEL, revision: null, dim: 32, offline: true }

let hub: LoopbackHub
let cache: string

beforeEach(async () => {
  hub = await loopbackHub()
  hub.publish(MODEL, COMMIT, FILES)
  cache = join(tempFolder(), 'hub')
  const before = process.env.HF_HUB_CACHE
  process.env.HF_HUB_CACHE = cache
  onTestFinished(() => {
    if (before === undefined) delete process.env.HF_HUB_CACHE
    else process.env.HF_HUB_CACHE = before
  })
})

function blobOf(path: string): string {
  return join(repoOf(cache), 'blobs', sha256(FILES[path] ?? Buffer.alloc(0)))
}

describe('a model that was pulled', () => {
  it('embeds', async () => {
    await pull(hub, cache)
    const embedder = await loadEmbedder(REQUEST)
    const vector = await embedder.embed(['a pump'], 'passage')
    expect(vector.length).toBe(32)
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
    await embedder.close()
  })

  it('before it is pulled is missing, with the line to type, and nobody is asked, online or not', async () => {
    for (const offline of [true, false]) {
      const error = await refused(loadEmbedder({ ...REQUEST, offline }), 'EMBED_MODEL_MISSING')
      expect(error.remedy).toContain(`pnk models pull ${MODEL}`)
    }
    expect(hub.seen).toEqual([])
  })

  it.each([
    [
      'cut to half',
      (path: string) => truncateSync(path, Math.floor((FILES[GRAPH]?.length ?? 0) / 2)),
      'bytes instead of',
    ],
    ['empty', (path: string) => truncateSync(path, 0), 'it is empty'],
    ['a web page', (path: string) => writeFileSync(path, '<!doctype html><p>404'), 'it is a web page'],
  ])('and then is %s is named with the fix, which works', async (_, damage, fault) => {
    await pull(hub, cache)
    damage(blobOf(GRAPH))
    const error = await refused(loadEmbedder(REQUEST), 'EMBED_MODEL_DAMAGED')
    expect(error.message).toContain(GRAPH)
    expect(error.message).toContain(fault)
    expect(error.remedy).toContain(`pnk models pull ${MODEL}`)
    await pull(hub, cache)
    await (await loadEmbedder(REQUEST)).close()
  })

  it('and whose tokenizer is cut is named, too', async () => {
    await pull(hub, cache)
    truncateSync(blobOf('tokenizer.json'), 1000)
    const error = await refused(loadEmbedder(REQUEST), 'EMBED_MODEL_DAMAGED')
    expect(error.message).toContain('tokenizer.json')
    expect(error.message).toContain('1000 bytes instead of')
  })
})
