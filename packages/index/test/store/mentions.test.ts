import { describe, expect, it } from 'vitest'
import { type GraphRows, NODE_KINDS } from '../../src/index.js'
import { docId, write } from './documents.js'
import { newIndex, reader } from './fixture.js'

const A = docId(1)

/** One document of two chunks; two entities, the second of which is mentioned in both. */
const ROWS: GraphRows = {
  nodes: { doc: [A], chunk: [`${A}:0`, `${A}:1`], entity: ['zebra', 'ant'] },
  edges: { membership: [0, 0, 0, 1], mentions: [0, 0, 1, 0, 1, 1] },
  mentionCounts: [3, 1, 2],
  sameAs: [{ a: 0, b: 1, cosine: 0.875 }],
}

function indexed() {
  const writer = newIndex()
  writer.putDocument(write(1, ['one', 'two']))
  writer.replaceGraph(ROWS)
  return writer
}

describe('mentions in the stored graph', () => {
  it('keep their counts, and near-duplicates their cosine, whatever numbers nodes get', () => {
    const { kinds, keys, sources, destinations, mentions, sameAs } = indexed().graph().arrays()
    const counted = [...mentions].flatMap((n, i) =>
      n === 0 ? [] : [[keys[sources[i] ?? 0], keys[destinations[i] ?? 0], n]],
    )
    expect(counted).toEqual([
      ['zebra', `${A}:0`, 3],
      ['ant', `${A}:0`, 1],
      ['ant', `${A}:1`, 2],
    ])
    expect(sameAs.map(({ a, b, cosine }) => [keys[a], keys[b], cosine])).toEqual([['zebra', 'ant', 0.875]])
    expect([...kinds].filter((kind) => NODE_KINDS[kind] === 'entity')).toHaveLength(2)
  })

  it('go with the graph that they are of', () => {
    const writer = indexed()
    writer.replaceGraph({ nodes: ROWS.nodes, edges: { membership: [0, 0, 0, 1] } })
    const { mentions, sameAs } = writer.graph().arrays()
    expect([Math.max(...mentions), sameAs]).toEqual([0, []])
  })
})

describe('vectors of labels', () => {
  const vector = (value: number, dim: number) => new Float32Array(dim).fill(value)

  it('come back by label, as they were put, to writer and reader', () => {
    const writer = indexed()
    const { dim } = writer.labels()
    writer.changeLabels(
      {
        labels: ['b', 'ä', 'a'],
        dim,
        vectors: Float32Array.from([1, 2, 3].flatMap((v) => [...vector(v, dim)])),
      },
      [],
    )
    writer.changeLabels({ labels: ['b'], dim, vectors: vector(9, dim) }, ['ä', 'never there'])
    const wanted = {
      labels: ['a', 'b'],
      dim,
      vectors: Float32Array.from([...vector(3, dim), ...vector(9, dim)]),
    }
    expect(writer.labels()).toEqual(wanted)
    expect(reader(writer.path).labels()).toEqual(wanted)
  })

  it('outlive the graph', () => {
    const writer = indexed()
    const { dim } = writer.labels()
    writer.changeLabels({ labels: ['a'], dim, vectors: vector(1, dim) }, [])
    writer.replaceGraph({ nodes: {}, edges: {} })
    expect(writer.labels().labels).toEqual(['a'])
  })
})

describe('entities found in texts', () => {
  it('are kept by text and model: no text is unread twice, and each once', () => {
    const writer = newIndex()
    writer.putDocument(write(1, ['same', 'other', 'same']))
    const entities = writer.entities()
    const unread = [...entities.unread('m@1')]
    expect(unread.map(({ text }) => text).sort()).toEqual(['other', 'same'])
    entities.put('m@1', new Map(unread.map(({ contentSha256, text }) => [contentSha256, [text, 'x']])))
    expect([...entities.unread('m@1')]).toEqual([])
    expect([...entities.unread('m@2')]).toHaveLength(2)
    expect(entities.ofChunks('m@1')).toEqual([
      { docId: A, ordinal: 0, entities: ['same', 'x'] },
      { docId: A, ordinal: 1, entities: ['other', 'x'] },
      { docId: A, ordinal: 2, entities: ['same', 'x'] },
    ])
    expect(entities.ofChunks('m@2')).toEqual([])
  })

  it('are put while others are still looked for, and no text is lost or given again', () => {
    const writer = newIndex()
    const texts = Array.from({ length: 700 }, (_, i) => `text ${i % 600}`)
    writer.putDocument(write(1, texts))
    const entities = writer.entities()
    const given: string[] = []
    for (const { contentSha256, text } of entities.unread('m@1')) {
      given.push(text)
      if (given.length % 3 === 0) entities.put('m@1', new Map([[contentSha256, []]]))
    }
    expect(given).toEqual([...new Set(texts)])
    expect([...entities.unread('m@1')]).toHaveLength(400)
  })

  it('are forgotten with their text, and with their model', () => {
    const writer = newIndex()
    writer.putDocument(write(1, ['same', 'other']))
    const entities = writer.entities()
    const all = (model: string) => {
      const unread = [...entities.unread(model)]
      entities.put(model, new Map(unread.map(({ contentSha256, text }) => [contentSha256, [text]])))
    }
    all('old')
    all('new')
    writer.putDocument(write(1, ['same', 'third']))
    entities.prune('new')
    expect([...entities.unread('old')]).toHaveLength(2)
    expect([...entities.unread('new')].map(({ text }) => text)).toEqual(['third'])
    writer.putDocument(write(1, ['same', 'other']))
    expect([...entities.unread('new')].map(({ text }) => text)).toEqual(['other'])
  })
})
