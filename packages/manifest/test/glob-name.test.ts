import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileName } from '../src/glob-name.js'

const cases: readonly (readonly [pattern: string, matched: readonly string[], not: readonly string[]])[] = [
  [
    '*.md',
    ['a.md', '.md', '.hidden.md', 'a.b.md', 'ü😀.md', 'line\nbreak.md'],
    ['a.MD', 'a.md ', 'a.mdx', 'md'],
  ],
  ['?.md', ['a.md', '😀.md', '..md'], ['.md', 'ab.md']],
  ['[abc].md', ['a.md', 'c.md'], ['d.md', 'A.md', 'ab.md']],
  ['[a-c]', ['a', 'b', 'c'], ['d', '-']],
  ['[!a-c]', ['d', '-', '!', '😀'], ['a', 'b', '']],
  ['[^a]', ['^', 'a'], ['b']],
  ['[]x]', [']', 'x'], ['[', 'a']],
  ['[!]x]', ['a', '['], [']', 'x']],
  ['[a-]', ['a', '-'], ['b']],
  ['[-a]', ['a', '-'], ['b']],
  ['[z-a]', [], ['a', 'z', '-']],
  ['[!z-a]', ['a', 'z'], ['']],
  ['[\\d]', ['\\', 'd'], ['1']],
  ['[a', ['[a'], ['a']],
  ['a]', ['a]'], ['a']],
  ['{a,b}', ['{a,b}'], ['a', 'b']],
  ['+(a)|b$', ['+(a)|b$'], ['a', 'b']],
  ['!a', ['!a'], ['b']],
  ['#a', ['#a'], []],
  ['\\*', ['\\', '\\x'], ['*']],
  ['a**b', ['ab', 'axyb'], ['a', 'b']],
  ['*', ['', 'anything'], []],
  ['😀?', ['😀😀'], ['😀']],
]

test('a pattern takes the names of its grammar and no others', () => {
  for (const [pattern, matched, not] of cases) {
    const matches = compileName(pattern)
    for (const name of matched) expect(matches(name), `${pattern} takes ${JSON.stringify(name)}`).toBe(true)
    for (const name of not) expect(matches(name), `${pattern} refuses ${JSON.stringify(name)}`).toBe(false)
  }
})

test('stars and question marks agree with the regular expression that they mean', () => {
  const part = fc.constantFrom('a', 'b', '*', '?', '**')
  const name = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((chars) => chars.join(''))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), name, (parts, text) => {
      const source = parts.join('')
      const expression = new RegExp(`^${source.replace(/\*+/g, '.*').replace(/\?/g, '.')}$`)
      expect(compileName(source)(text)).toBe(expression.test(text))
    }),
    { numRuns: 2000 },
  )
})

test('many stars on a long name end at once', () => {
  expect(compileName(`${'a*'.repeat(100)}b`)('a'.repeat(5000))).toBe(false)
})
