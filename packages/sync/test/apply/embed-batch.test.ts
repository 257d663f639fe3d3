import { describe, expect, it } from 'vitest'
import { embedItems } from '../../src/apply/embed-batch.js'
import { wordEmbedder } from '../support/word-embedder.js'

const item = (...inputs: string[]) => ({ inputs })

describe('embedItems', () => {
  it('gives each item the vectors of its own texts, as if embedded alone', async () => {
    const items = [item('one', 'two'), item(), item('three four')]
    const together = await embedItems(wordEmbedder(), items)
    const alone = await Promise.all(items.map(({ inputs }) => wordEmbedder().embed(inputs, 'passage')))
    expect(together).toEqual(alone.map((vectors) => ({ vectors })))
  })

  it('embeds all of them in one call', async () => {
    let calls = 0
    const embedder = wordEmbedder()
    const counting: typeof embedder = {
      ...embedder,
      embed: (texts, role) => {
        calls++
        return embedder.embed(texts, role)
      },
    }
    await embedItems(counting, [item('a'), item('b'), item('c')])
    expect(calls).toBe(1)
  })

  it('finds the item that the model cannot take, and only that one fails', async () => {
    const items = Array.from({ length: 11 }, (_, i) => item(i === 6 ? 'poison' : `word${i}`))
    const outcomes = await embedItems(wordEmbedder({ poison: 'poison' }), items)
    expect(outcomes.map((outcome) => 'error' in outcome)).toEqual(items.map((_, i) => i === 6))
  })

  it('has nothing to do for nothing', async () => {
    expect(await embedItems(wordEmbedder(), [])).toEqual([])
  })
})
