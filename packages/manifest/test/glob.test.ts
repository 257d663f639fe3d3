import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileExclude, compileInclude, matchesExclude, matchesInclude } from '../src/index.js'

const includes = (pattern: string, path: string) => matchesInclude(compileInclude(pattern), path.split('/'))
const excludes = (pattern: string, key: string) => matchesExclude(pattern, key, `/home/u/drafts/kb/${key}`)

test('an include pattern comes apart into components that a walker can expand', () => {
  const kinds = compileInclude('../no*tes//./**/sub/[ab].md').components.map(({ kind }) => kind)
  expect(kinds).toEqual(['parent', 'wildcard', 'recursive', 'literal', 'wildcard'])
  expect(compileInclude('./').components).toEqual([])
})

test('a double star is any number of directories, and only as a whole component', () => {
  for (const path of ['a.md', 'x/a.md', 'x/.y/z/a.md']) expect(includes('**/*.md', path), path).toBe(true)
  for (const path of ['sub/a.md', 'x/sub/a.md', 'x/sub/y/z/a.md'])
    expect(includes('**/sub/**/*.md', path)).toBe(true)
  expect(includes('**/sub/**/*.md', 'x/a.md')).toBe(false)
  expect(includes('x**/a.md', 'xy/z/a.md')).toBe(false)
  expect(includes('x**/a.md', 'xy/a.md')).toBe(true)
})

test('a single star stays within one name, and leading dots match', () => {
  expect(includes('*.md', 'x/a.md')).toBe(false)
  expect(includes('*/*.md', '.x/.a.md')).toBe(true)
})

test('a pattern that ends in a double star names directories, so no document', () => {
  expect(includes('**', 'a.md')).toBe(false)
  expect(includes('sub/**', 'sub/a.md')).toBe(false)
})

test('exclude is anchored at the right end, with a double star as one name', () => {
  expect(excludes('*.tmp', 'docs/x/a.tmp')).toBe('anchored')
  expect(excludes('x/*.md', 'docs/x/a.md')).toBe('anchored')
  expect(excludes('x/*.md', 'docs/x/y/a.md')).toBeNull()
  expect(excludes('**/drafts/**', 'docs/drafts/a.md')).toBe('anchored')
  expect(excludes('docs/*', 'docs/x/a.md')).toBeNull()
  expect(excludes('x', 'docs/x/a.md')).toBeNull()
})

test('exclude also matches recursively, and says that only that rule did', () => {
  expect(excludes('**/drafts/**', 'docs/drafts/sub/a.md')).toBe('recursive')
  expect(excludes('**/drafts/**', 'drafts/x/a.md')).toBe('recursive')
  expect(excludes('docs/**/*.md', 'docs/a.md')).toBe('recursive')
  expect(excludes('x/**', 'docs/x/y/z.md')).toBe('recursive')
})

test('a directory pattern takes what lies below, not a file of that name', () => {
  expect(excludes('**/drafts/**', 'docs/drafts')).toBeNull()
  expect(excludes('**/drafts/**', 'docs/my-drafts/a.md')).toBeNull()
})

test('a KB kept below a directory of the excluded name keeps its documents', () => {
  expect(excludes('**/drafts/**', 'docs/a.md')).toBeNull()
})

test('a pattern longer than the key is tried on the absolute path, an absolute one always', () => {
  expect(excludes('kb/docs/a.md', 'docs/a.md')).toBe('anchored')
  expect(excludes('other/docs/a.md', 'docs/a.md')).toBeNull()
  expect(excludes('/home/u/drafts/kb/docs/*', 'docs/a.md')).toBe('anchored')
  expect(excludes('/home/u/drafts/kb/docs/**', 'docs/x/y/a.md')).toBe('recursive')
  expect(excludes('/docs/a.md', 'docs/a.md')).toBeNull()
})

test('case counts, and empty patterns match nothing', () => {
  expect(excludes('Docs/*', 'docs/a.md')).toBeNull()
  expect(excludes('./', 'docs/a.md')).toBeNull()
  expect(compileExclude('..').match('docs/..', '/x')).toBeNull()
})

test('recursive exclusion agrees with a naive matcher', () => {
  const component = fc.constantFrom('a', 'b', '*', '**')
  const names = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(component, { minLength: 1, maxLength: 5 }), names, (parts, key) => {
      const hit = matchesExclude(parts.join('/'), key.join('/'), `/${key.join('/')}`)
      const expected = naiveTail(parts, key)
        ? 'anchored'
        : naiveRecursive(['**', ...parts], key)
          ? 'recursive'
          : null
      expect(hit).toBe(expected)
    }),
    { numRuns: 3000 },
  )
})

function naiveTail(parts: readonly string[], key: readonly string[]): boolean {
  const tail = key.slice(Math.max(0, key.length - parts.length))
  return tail.length === parts.length && parts.every((part, i) => part.startsWith('*') || part === tail[i])
}

function naiveRecursive(parts: readonly string[], key: readonly string[]): boolean {
  const [first, ...rest] = parts
  if (first === undefined) return key.length === 0
  if (first !== '**')
    return key.length > 0 && (first === '*' || first === key[0]) && naiveRecursive(rest, key.slice(1))
  const least = rest.length === 0 ? 1 : 0
  return (
    key.some((_, i) => i >= least && naiveRecursive(rest, key.slice(i))) ||
    (naiveRecursive(rest, []) && key.length >= least)
  )
}
