import { describe, expect, it } from 'vitest'
import { fillTemplate } from '../../src/encode/token-batch.js'
import { addedLength, sequenceTemplates } from '../../src/tokenize/sequence-template.js'

const pair = { A: Uint32Array.of(7, 8), B: Uint32Array.of(9) }

describe('the templates of a post-processor', () => {
  it.each([
    [
      { type: 'BertProcessing', cls: ['[CLS]', 1], sep: ['[SEP]', 2] },
      [1, 7, 8, 2, 9, 2],
      [0, 0, 0, 0, 1, 1],
      2,
    ],
    [
      { type: 'RobertaProcessing', cls: ['<s>', 0], sep: ['</s>', 2] },
      [0, 7, 8, 2, 2, 9, 2],
      [0, 0, 0, 0, 0, 0, 0],
      2,
    ],
    [
      {
        type: 'Sequence',
        processors: [{ type: 'ByteLevel' }, { type: 'RobertaProcessing', cls: ['<s>', 0], sep: ['</s>', 2] }],
      },
      [0, 7, 8, 2, 2, 9, 2],
      [0, 0, 0, 0, 0, 0, 0],
      2,
    ],
    [null, [7, 8, 9], [0, 0, 1], 0],
  ])('%j', (step, ids, typeIds, added) => {
    const templates = sequenceTemplates(step)
    const filled = fillTemplate(templates.pair, pair)
    expect([...filled.ids]).toEqual(ids)
    expect([...filled.typeIds]).toEqual(typeIds)
    expect(addedLength(templates.single)).toBe(added)
  })
})
