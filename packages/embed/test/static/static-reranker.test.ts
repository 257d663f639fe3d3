import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultProviders } from '../../src/load-embedder.js'
import { loadStaticReranker } from '../../src/static/provider.js'
import { smallTable, tableBytes } from './table-bytes.js'
import { tempFolder } from './temp-folder.js'

const MODEL = 'pinakes/static-rerank-en'

async function installed() {
  const reranker = await defaultProviders().loadReranker('static', {
    model: MODEL,
    revision: null,
    offline: true,
  })
  onTestFinished(() => reranker.close())
  return reranker
}

function small() {
  const path = join(tempFolder(), 'table.bin')
  writeFileSync(path, tableBytes(smallTable()))
  const reranker = loadStaticReranker({ model: MODEL, revision: null }, { path })
  onTestFinished(() => reranker.close())
  return reranker
}

describe('StaticReranker', () => {
  it('adds 1.75 times the phrase to the relevance, and gives the first the share of terms it covers', async () => {
    // Of `up left`, the second passage has the phrase, the first both words apart, the third one word.
    const scores = await small().score('up left', ['left up', 'up left', 'up'], [1, 0.5, 1.5])
    // Places: 1, .5 + 1.75 = 2.25, 1.5; the best covers the query wholly.
    expect(scores.map((score) => Number(score.toFixed(6)))).toEqual([1 - 1.25, 1, 1 - 0.75])
  })

  it('keeps the order of relevance where the query is one word', async () => {
    const [a = 0, b = 0, c = 0] = await small().score('up', ['left', 'up', 'up'], [3, 2, 1])
    expect([a - b, b - c].map((gap) => Number(gap.toFixed(6)))).toEqual([1, 1])
    expect(a).toBe(0)
  })

  it('goes by the texts alone where no relevance is given', async () => {
    const reranker = await installed()
    const [pump = 0, sea = 0] = await reranker.score('How do I repair the water pump?', [
      'To repair the water pump, close the valve first.',
      'The sea was calm that summer.',
    ])
    expect(pump).toBeGreaterThan(sea)
  })

  it('rates an answer that covers what is asked above one that does not', async () => {
    const reranker = await installed()
    const best = async (query: string) => {
      const passages = ['The pump in the cellar is repaired in spring.', 'The pump was painted in 1990.']
      return Math.max(...(await reranker.score(query, passages, [1, 1])))
    }
    expect(await best('When is the cellar pump repaired?')).toBeGreaterThan(
      await best('What is the telephone number of the mayor?'),
    )
  })

  it('takes letters of other scripts for themselves alone', async () => {
    const reranker = await installed()
    const [same = 0, other = 0] = await reranker.score(
      'поиск',
      ['Вчера был поиск', 'விளக்கம் தேடல் த ல'],
      [1, 1],
    )
    expect(same).toBeCloseTo(1, 6)
    // All of the phrase lies between them: no letter of Tamil is like one of Cyrillic.
    expect(same - other).toBeCloseTo(1.75, 6)
  })

  it('gives finite scores, the best of them 0 to 1, whatever it reads, and the same ones again', async () => {
    const reranker = await installed()
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ' \n', '\ud800', '!?', '日本語'))
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { maxLength: 5 }), async (query, passages) => {
        const relevance = passages.map((_, i) => 2 - i / 10)
        const scores = await reranker.score(query, passages, relevance)
        expect(scores).toHaveLength(passages.length)
        expect(scores.every(Number.isFinite)).toBe(true)
        if (scores.length > 0) expect(Math.max(...scores)).toBeGreaterThanOrEqual(0)
        if (scores.length > 0) expect(Math.max(...scores)).toBeLessThanOrEqual(1 + 1e-6)
        expect(await reranker.score(query, passages, relevance)).toEqual(scores)
      }),
    )
  })

  it('refuses work once closed', async () => {
    const reranker = small()
    await reranker.close()
    const error = await reranker.score('x', ['y']).catch((reason: unknown) => reason)
    expect(isPinakesError(error, 'EMBED_CLOSED')).toBe(true)
  })
})

describe('a model of the other kind', () => {
  const request = { revision: null, offline: true, dim: 256 }

  it('is refused, naming the table of the manifest and the model that goes there', async () => {
    const providers = defaultProviders()
    const asEmbedder = providers.loadEmbedder('static', { ...request, model: MODEL })
    const asReranker = providers.loadReranker('static', { ...request, model: 'pinakes/static-en' })
    await expect(asEmbedder).rejects.toMatchObject({
      code: 'EMBED_MODEL_UNKNOWN',
      remedy: expect.stringContaining('`model = "pinakes/static-en"` in [embedding]'),
    })
    await expect(asReranker).rejects.toMatchObject({
      code: 'EMBED_MODEL_UNKNOWN',
      remedy: expect.stringContaining(`\`model = "${MODEL}"\` in [rerank]`),
    })
  })

  it('a wrong revision names [rerank]', () => {
    expect(() => loadStaticReranker({ model: MODEL, revision: '00000000' })).toThrow(/^\[rerank\] revision/)
  })
})
