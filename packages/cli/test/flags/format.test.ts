import { expect, it } from 'vitest'
import { outputFormat } from '../../src/flags/format.js'

it('is human unless something else is asked for, and --json is --format json', () => {
  expect(outputFormat({ json: false }, 'search')).toBe('human')
  expect(outputFormat({ json: true }, 'search')).toBe('json')
  expect(outputFormat({ json: true, format: 'json' }, 'search')).toBe('json')
  expect(outputFormat({ json: false, format: 'md' }, 'search')).toBe('md')
})

it.each(['human', 'files', 'md'] as const)('refuses --json beside --format %s', (format) => {
  expect(() => outputFormat({ json: true, format }, 'search')).toThrow(
    expect.objectContaining({ code: 'CLI_USAGE' }),
  )
})
