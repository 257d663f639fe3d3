import { describe, expect, it } from 'vitest'
import { textTokenizer } from '../../src/tokenize/text-tokenizer.js'
import { readTokenizerJson } from '../../src/tokenize/tokenizer-json.js'
import { type TinyModel, tinyModelFolder } from '../fixture-paths.js'

const open = (model: TinyModel) =>
  textTokenizer(readTokenizerJson(`${tinyModelFolder(model)}/tokenizer.json`, model))

describe('a text far beyond any window is counted whole', () => {
  it.each([
    ['tiny-bert-reranker', 'word ', 1],
    ['tiny-bert-reranker', '日', 1],
    ['tiny-xlmr-reranker', 'the ', 1],
    ['tiny-xlmr-reranker', 'the [SEP] ', null],
  ] as const)('%s: %j', async (model, unit, tokens) => {
    const tokenizer = await open(model)
    const each = tokens ?? tokenizer.encode(unit).length
    const times = Math.floor(300_000 / unit.length)
    expect(tokenizer.encode(unit.repeat(times))).toHaveLength(each * times)
  })

  it('without a space in it, by unigrams', async () => {
    const tokenizer = await open('tiny-xlmr-reranker')
    const ids = tokenizer.encode('Q'.repeat(300_000))
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.slice(0, 100)).toEqual(tokenizer.encode('Q'.repeat(1000)).slice(0, 100))
    expect(tokenizer.encode('x😀'.repeat(60_000)).length).toBeGreaterThan(0)
  })
})
