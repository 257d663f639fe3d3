import { expect, it } from 'vitest'
import { withValue } from '../../src/flags/optional-value.js'

it.each([
  [['--clear-cache'], ['--clear-cache=all']],
  [
    ['-q', '--clear-cache', '--yes'],
    ['-q', '--clear-cache=all', '--yes'],
  ],
  [['--clear-cache=paid'], ['--clear-cache=paid']],
  [['--clear-cache-now'], ['--clear-cache-now']],
  [
    ['--', '--clear-cache'],
    ['--', '--clear-cache'],
  ],
  [[], []],
])('%j becomes %j', (argv, expected) => {
  expect(withValue(argv, 'clear-cache', 'all')).toEqual(expected)
})
