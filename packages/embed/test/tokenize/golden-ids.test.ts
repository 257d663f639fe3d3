import { describe, expect, it } from 'vitest'
import { textTokenizer } from '../../src/tokenize/text-tokenizer.js'
import { readTokenizerJson } from '../../src/tokenize/tokenizer-json.js'
import { goldenRows, tinyModelFolder } from '../fixture-paths.js'

describe('token ids equal those of the reference tokenizer on every awkward text', () => {
  it.each([
    ['tiny-bert', 'tiny-bert-reranker'],
    ['tiny-xlmr', 'tiny-xlmr-reranker'],
  ] as const)('%s', async (golden, model) => {
    const tokenizer = await textTokenizer(
      readTokenizerJson(`${tinyModelFolder(model)}/tokenizer.json`, model),
    )
    const rows = goldenRows<{ text: string; ids: number[] }>(`${golden}-ids`)
    expect(rows.length).toBeGreaterThanOrEqual(200)
    const wrong = rows.filter(({ text, ids }) => String([...tokenizer.encode(text)]) !== String(ids))
    expect(wrong.map(({ text }) => ({ text, ids: [...tokenizer.encode(text)] }))).toEqual(
      wrong.map(({ text, ids }) => ({ text, ids })),
    )
  })
})
