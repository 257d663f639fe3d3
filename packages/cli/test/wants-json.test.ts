import { expect, it } from 'vitest'
import { wantsJson } from '../src/wants-json.js'

it.each([
  [['search', '--json', 'x'], true],
  [['search', 'x', '--format', 'json'], true],
  [['search', '--format=json'], true],
  [['search', '--format', 'md'], false],
  [['search', '--', '--json'], false],
  [['search', '--format', '--', 'json'], false],
  [[], false],
])('wantsJson of %j is %s', (argv, expected) => {
  expect(wantsJson(argv)).toBe(expected)
})
