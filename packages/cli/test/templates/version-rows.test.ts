import { expect, test } from 'vitest'
import { parseVersionRows } from '../../src/templates/version-rows.js'

test('rows are read in order; a file without any has none', () => {
  const text =
    '[[template]]\nname = "a"\nversion = "1"\nsha256 = "x"\n[[template]]\nname = "b"\nversion = "2"\nsha256 = "y"'
  expect(parseVersionRows(text)).toEqual([
    { name: 'a', version: '1', sha256: 'x' },
    { name: 'b', version: '2', sha256: 'y' },
  ])
  expect(parseVersionRows('')).toEqual([])
})

test('anything else is refused with its place', () => {
  expect(() => parseVersionRows('[[template]]\nname = "a"\nversion = 1\nsha256 = "x"')).toThrow('row 0')
  expect(() => parseVersionRows('template = 1')).toThrow('array of tables')
  expect(() => parseVersionRows('\n=')).toThrow('line 2')
})
