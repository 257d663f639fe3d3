import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hubCacheFolder } from '../src/hub-cache.js'
import { findCached, locateModel } from '../src/model-files.js'
import { COMMIT, useModelCache } from './model-cache-fixture.js'

const cache = useModelCache()
const request = {
  model: 'pinakes/tiny',
  revision: null,
  offline: true,
  files: [
    { role: 'graph', paths: ['model.onnx', 'onnx/model.onnx'] },
    { role: 'extra', paths: ['extra.json'], optional: true },
  ],
}

describe('where the cache is', () => {
  it.each([
    [{}, join(homedir(), '.cache', 'huggingface', 'hub')],
    [{ HF_HOME: '/models' }, join('/models', 'hub')],
    [{ HF_HOME: '~/models' }, join(homedir(), 'models', 'hub')],
    [{ HF_HOME: '/models', HF_HUB_CACHE: '/other' }, '/other'],
  ])('%j', (env, folder) => {
    expect(hubCacheFolder(env)).toBe(folder)
  })
})

describe('locating a model that is there', () => {
  it.each([null, 'main', COMMIT])('gives absolute paths in the snapshot of revision %s', async (revision) => {
    const snapshot = cache.add('pinakes/tiny', 'tiny-bert-encoder')
    expect(await locateModel({ ...request, revision })).toEqual({
      commit: COMMIT,
      folder: snapshot,
      files: { graph: join(snapshot, 'onnx', 'model.onnx') },
    })
  })

  it('follows a tag, and a revision that moved', async () => {
    const snapshot = cache.add('pinakes/moved', 'tiny-bert-encoder')
    const refs = join(snapshot, '../../refs')
    writeFileSync(join(refs, 'v1'), `${COMMIT}\n`)
    expect((await locateModel({ ...request, model: 'pinakes/moved', revision: 'v1' })).commit).toBe(COMMIT)
    const next = 'f'.repeat(40)
    mkdirSync(join(snapshot, '..', next))
    writeFileSync(join(snapshot, '..', next, 'model.onnx'), 'x')
    writeFileSync(join(refs, 'main'), next)
    const { commit } = await locateModel({ ...request, model: 'pinakes/moved' })
    expect(commit).toBe(next)
  })
})

describe('what the cache lacks', () => {
  it('is said for a link to a blob that is gone', () => {
    const snapshot = cache.add('pinakes/gone', 'tiny-bert-encoder')
    rmSync(join(snapshot, 'onnx/model.onnx'))
    symlinkSync('../../../blobs/none', join(snapshot, 'onnx/model.onnx'))
    expect(findCached({ ...request, model: 'pinakes/gone' })).toEqual({
      folder: snapshot,
      fault: 'it has no model.onnx or onnx/model.onnx',
    })
  })

  it.each(['../../outside', 'refs/../../x', 'nope'])('is said for the revision %j', (revision) => {
    cache.add('pinakes/tiny', 'tiny-bert-encoder')
    expect(findCached({ ...request, revision })).toMatchObject({ fault: `it has no revision ${revision}` })
  })
})
