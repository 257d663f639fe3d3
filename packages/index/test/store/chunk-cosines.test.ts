import { expect, it } from 'vitest'
import { openIndexReader, type VectorTierSetting } from '../../src/index.js'
import { vectors, write } from './documents.js'
import { closeLater, found, newIndex, reader } from './fixture.js'
import { textVector } from './text-vector.js'

const TIERS: readonly (readonly [VectorTierSetting, number])[] = [
  ['exact', 1e-6],
  ['int8', 0.01],
  ['sqlite-vec', 1e-6],
]

it.each(TIERS)('%s: every active chunk has its cosine, by path, then ordinal', (vectorTier, error) => {
  const writer = newIndex()
  writer.putDocument(write(2, ['three four', 'five six']))
  writer.putDocument(write(1, ['one two', 'seven']))
  const index = closeLater(openIndexReader(writer.path, { vectorTier }))
  const query = vectors(textVector('five six'))
  const { chunkIds, cosines } = index.chunkCosines(query)
  expect(
    found(
      index,
      [...chunkIds].map((chunkId) => ({ chunkId })),
    ),
  ).toEqual(['docs/1.md#0', 'docs/1.md#1', 'docs/2.md#0', 'docs/2.md#1'])
  for (const hit of index.vectorSearch(query, {}, 4))
    expect(Math.abs((cosines[chunkIds.indexOf(hit.chunkId)] ?? Number.NaN) - hit.cosine)).toBeLessThan(error)
  expect(cosines[3]).toBeCloseTo(1, 1)
  const kept = [...cosines]
  index.chunkCosines(vectors(textVector('one two')))
  expect([...cosines]).toEqual(kept)
})

it('the zero vector is near nothing', () => {
  const writer = newIndex()
  writer.putDocument(write(1, ['one', 'two']))
  const query = vectors(textVector('one')).fill(0)
  expect([...reader(writer.path).chunkCosines(query).cosines]).toEqual([0, 0])
})

it('the state of an index is one object until something is committed', () => {
  const writer = newIndex()
  const index = reader(writer.path)
  const before = index.stateKey()
  expect(index.stateKey()).toBe(before)
  expect(index.snapshot(() => index.stateKey())).toBe(before)
  writer.putDocument(write(1, ['one']))
  const after = index.stateKey()
  expect(after).not.toBe(before)
  expect(index.stateKey()).toBe(after)
})
