import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderPage } from '../page.js'
import { renderPicture } from '../picture.js'
import type { ScaleResults } from '../results.js'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const results = JSON.parse(read('../results.json')) as ScaleResults

it('page and picture are those of the results', () => {
  expect(read('../../../../docs/scale.md')).toBe(renderPage(results))
  expect(read('../../../../docs/scale.svg')).toBe(renderPicture(results))
})

it('every tier found what NumPy found, at every size', () => {
  for (const { chunks, queries, warm } of results.sizes) {
    for (const { way, agreed } of warm) {
      expect([chunks, way, agreed]).toEqual([chunks, way, way === 'search' ? null : queries])
    }
  }
})

it('the int8 tier keeps a million chunks in less than 1.2 GB', () => {
  const million = results.sizes.find(({ chunks }) => chunks === 1_000_000)
  expect(million?.warm.find(({ way }) => way === 'int8')?.peakBytes).toBeLessThan(1.2e9)
  expect(million?.cold.find(({ tier }) => tier === 'int8')?.rssBytes).toBeLessThan(1.2e9)
})
