import { copyFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, it, onTestFinished } from 'vitest'
import { locateStaticModel } from '../../src/static/locate.js'
import { loadStaticEmbedder } from '../../src/static/provider.js'
import { verifyStaticModel } from '../../src/static/verify.js'
import { smallTable, tableBytes } from './table-bytes.js'
import { tempFolder } from './temp-folder.js'

const MODEL = 'pinakes/static-en'
const request = { model: MODEL, revision: null }

function thrown(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}

describe('a static model that is absent or damaged', () => {
  const cases: readonly [string, string, (path: string) => void][] = [
    ['a missing file', 'EMBED_MODEL_MISSING', () => undefined],
    ['an empty file', 'EMBED_MODEL_DAMAGED', (path) => writeFileSync(path, '')],
    ['a page of HTML', 'EMBED_MODEL_DAMAGED', (path) => writeFileSync(path, '<html>'.repeat(1000))],
    ['a folder in its place', 'EMBED_MODEL_DAMAGED', (path) => mkdirSync(path)],
    [
      'half of the file',
      'EMBED_MODEL_DAMAGED',
      (path) => {
        copyFileSync(locateStaticModel(MODEL), path)
        truncateSync(path, 4_000_000)
      },
    ],
  ]

  it.each(cases)('%s is refused with %s, by loading and by verifying', (_, code, make) => {
    const path = join(tempFolder(), 'static-en.bin')
    make(path)
    for (const action of [() => loadStaticEmbedder(request, path), () => verifyStaticModel(MODEL, path)]) {
      const error = thrown(action)
      expect(isPinakesError(error, code)).toBe(true)
      expect(error).toMatchObject({ remedy: expect.stringContaining('npm install') })
    }
  })

  it('a flipped bit in a row is found by verifying', () => {
    const path = join(tempFolder(), 'table.bin')
    const bytes = tableBytes(smallTable())
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    writeFileSync(path, bytes)
    expect(
      isPinakesError(
        thrown(() => verifyStaticModel(MODEL, path)),
        'EMBED_MODEL_DAMAGED',
      ),
    ).toBe(true)
  })
})

describe('verifyStaticModel', () => {
  it('finds the same table behind the reranker', () => {
    const { path, fingerprint } = verifyStaticModel()
    expect(verifyStaticModel('pinakes/static-rerank-en')).toMatchObject({ path, fingerprint })
  })

  it('accepts the installed model and gives the fingerprint that loading reports', async () => {
    const verified = verifyStaticModel()
    const embedder = loadStaticEmbedder(request)
    onTestFinished(() => embedder.close())
    expect(verified).toMatchObject({ model: MODEL, path: locateStaticModel(MODEL) })
    expect(verified.fingerprint).toBe(embedder.info().fingerprint)
    expect(verified.bytes).toBeGreaterThan(1_000_000)
  })
})

describe('a pinned revision', () => {
  it('is accepted if it is the checksum of the table, or its start', () => {
    const sha256 = verifyStaticModel().fingerprint.slice('sha256:'.length)
    for (const revision of [sha256, sha256.slice(0, 8)]) {
      const embedder = loadStaticEmbedder({ model: MODEL, revision })
      onTestFinished(() => embedder.close())
      expect(embedder.info().revision).toBe(revision)
    }
  })

  it.each(['', 'main', 'f', '0000000000'])('is refused if it is %j, naming what to write', (revision) => {
    const error = thrown(() => loadStaticEmbedder({ model: MODEL, revision }))
    expect(isPinakesError(error, 'EMBED_REVISION_MISMATCH')).toBe(true)
    expect(error).toMatchObject({ remedy: expect.stringContaining('revision') })
  })
})
