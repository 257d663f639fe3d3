import { readFileSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultProviders } from '../../src/load-embedder.js'
import type { TinyModel } from '../fixture-paths.js'
import { useModelCache } from '../model-cache-fixture.js'

const cache = useModelCache()
let models = 0

/** A model of its own, after `spoil` was done to its snapshot. */
function spoiled(spoil: (snapshot: string) => void, model: TinyModel = 'tiny-bert-encoder'): string {
  const id = `pinakes/spoiled-${++models}`
  spoil(cache.add(id, model))
  return id
}

const GRAPH = 'onnx/model.onnx'
const load = (provider: string, model: string, revision: string | null = null) =>
  defaultProviders().loadEmbedder(provider, { model, revision, dim: 32, offline: true })

function replace(snapshot: string, path: string, content: string | Uint8Array): void {
  unlinkSync(join(snapshot, path))
  writeFileSync(join(snapshot, path), content)
}

/** Half of the graph, under the checksum of the whole. */
function halve(snapshot: string): void {
  truncateSync(join(snapshot, GRAPH), readFileSync(join(snapshot, GRAPH)).length >> 1)
}

describe.each(['onnx', 'transformers'])('the provider %s refuses', (provider) => {
  it.each([
    ['an empty graph', (at: string) => replace(at, GRAPH, ''), 'it is empty'],
    [
      'a web page',
      (at: string) => replace(at, GRAPH, '\n<!DOCTYPE html><title>404</title>'),
      'it is a web page',
    ],
    [
      'a pointer of Git LFS',
      (at: string) => replace(at, GRAPH, 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n'),
      'Git LFS pointer',
    ],
    ['half a graph', halve, 'model.onnx is damaged'],
    [
      'a tokenizer that is not JSON',
      (at: string) => replace(at, 'tokenizer.json', '<html>'),
      'it is not JSON',
    ],
    ['half a tokenizer', (at: string) => replace(at, 'tokenizer.json', '{"version":'), 'it is not JSON'],
  ])('%s as damaged, with the file, the fault and the way to mend it', async (_, spoil, fault) => {
    const model = spoiled(spoil)
    await expect(load(provider, model)).rejects.toMatchObject({
      code: 'EMBED_MODEL_DAMAGED',
      message: expect.stringContaining(fault),
      remedy: expect.stringContaining(`pnk models pull ${model}`),
      details: { path: expect.stringContaining(cache.hub()), model },
    })
  })

  it('half a graph in a plain copy as damaged, with what the runtime said', async () => {
    const model = spoiled((at) => {
      const whole = readFileSync(join(at, GRAPH))
      replace(at, GRAPH, whole.subarray(0, whole.length >> 1))
    })
    await expect(load(provider, model)).rejects.toMatchObject({ code: 'EMBED_MODEL_DAMAGED' })
  })

  it.each([
    ['tokenizer.json', 'tokenizer.json'],
    [GRAPH, 'onnx/model.onnx or model.onnx'],
  ])('a model without %s, naming cache and fix', async (path, fault) => {
    const model = spoiled((at) => rmSync(join(at, path)))
    await expect(load(provider, model)).rejects.toMatchObject({
      code: 'EMBED_MODEL_MISSING',
      message: expect.stringMatching(new RegExp(`${cache.hub()}.*${fault}`)),
      remedy: expect.stringContaining(`pnk models pull ${model}`),
    })
  })

  it('a tokenizer.json without a model', async () => {
    const model = spoiled((at) => replace(at, 'tokenizer.json', '{"added_tokens":[]}'))
    await expect(load(provider, model)).rejects.toMatchObject({ code: 'EMBED_MODEL_UNSUPPORTED' })
  })

  it('a tokenizer of an unknown kind', async () => {
    const model = spoiled((at) => replace(at, 'tokenizer.json', '{"model":{"type":"Rot13","vocab":{}}}'))
    await expect(load(provider, model)).rejects.toMatchObject({ code: 'EMBED_MODEL_UNSUPPORTED' })
  })

  it('a model that was never fetched, and a revision that was not', async () => {
    await expect(load(provider, 'pinakes/never')).rejects.toMatchObject({
      code: 'EMBED_MODEL_MISSING',
      message: expect.stringContaining(cache.hub()),
    })
    const model = spoiled(() => undefined)
    await expect(load(provider, model, 'v2')).rejects.toMatchObject({
      code: 'EMBED_MODEL_MISSING',
      message: expect.stringContaining('it has no revision v2'),
    })
  })

  it.each(['', 'a/b/c', '../../etc', 'a b', 'pinakes/tiny:int4'])('%j, which is no model', async (model) => {
    await expect(load(provider, model)).rejects.toMatchObject({ code: 'EMBED_MODEL_UNKNOWN' })
  })

  it('int8 weights of a model that has none', async () => {
    const model = spoiled(() => undefined)
    await expect(load(provider, `${model}:int8`)).rejects.toMatchObject({
      code: 'EMBED_MODEL_MISSING',
      message: expect.stringContaining('onnx/model_quantized.onnx'),
    })
  })

  it('another width than the manifest declares', async () => {
    const request = { model: spoiled(() => undefined), revision: null, dim: 384, offline: true }
    await expect(defaultProviders().loadEmbedder(provider, request)).rejects.toMatchObject({
      code: 'EMBED_DIMENSION_MISMATCH',
      details: { expected: 384, found: 32 },
    })
  })

  it('an encoder as a reranker', async () => {
    const request = { model: spoiled(() => undefined), revision: null, offline: true }
    const answer = defaultProviders()
      .loadReranker(provider, request)
      .then((reranker) => reranker.score('a', ['b']).finally(() => reranker.close()))
    // transformers.js itself misses the logits.
    const code = provider === 'onnx' ? 'EMBED_MODEL_UNSUPPORTED' : 'EMBED_RUN_FAILED'
    await expect(answer).rejects.toMatchObject({ code })
  })

  it('to score once closed', async () => {
    const model = spoiled(() => undefined, 'tiny-bert-reranker')
    const reranker = await defaultProviders().loadReranker(provider, { model, revision: null, offline: true })
    await reranker.close()
    await reranker.close()
    await expect(reranker.score('a', ['b'])).rejects.toMatchObject({ code: 'EMBED_CLOSED' })
  })
})
