import { expect, it } from 'vitest'
import { isAtOrBelowKey } from '../../src/walk/unknown-places.js'

it.each([
  ['docs', 'docs/a.md', true],
  ['docs', 'docs', true],
  ['docs', 'docs-old/a.md', false],
  ['docs/a', 'docs/b.md', false],
  ['', 'docs/a.md', true],
])('below %j lies %j: %s', (place, key, expected) => {
  expect(isAtOrBelowKey(place, key)).toBe(expected)
})
