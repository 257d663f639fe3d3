import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citationOf, documentCitation, locatorOf, parseCitation } from '../src/citation.js'

const plain = { charStart: 12, charEnd: 480, pageStart: null, pageEnd: null }
const paged = { charStart: 12, charEnd: 480, pageStart: 7, pageEnd: 8 }

describe('citations', () => {
  it('name code points for documents without pages', () => {
    expect(citationOf({ ...plain, path: 'docs/a.md', headingPath: 'Notes > Scope' })).toBe(
      'docs/a.md:12-480 (Notes > Scope)',
    )
    expect(citationOf({ ...plain, path: 'docs/a.md', headingPath: null })).toBe('docs/a.md:12-480')
  })

  it('name pages, and a range only when there is one', () => {
    expect(citationOf({ ...paged, path: 'docs/r.pdf', headingPath: null })).toBe('docs/r.pdf:p7-8')
    expect(locatorOf({ ...paged, pageEnd: 7 })).toBe('p7')
    expect(locatorOf({ ...paged, pageEnd: null })).toBe('p7')
  })

  it('of a document are its path, with pages if asked for', () => {
    expect(documentCitation('docs/r.pdf')).toBe('docs/r.pdf')
    expect(documentCitation('docs/r.pdf', { first: 3, last: 3 })).toBe('docs/r.pdf:p3')
    expect(documentCitation('docs/r.pdf', { first: 3, last: 5 })).toBe('docs/r.pdf:p3-5')
  })
})

describe('reading a citation', () => {
  it('gives path and locator', () => {
    expect(parseCitation('docs/a.md:12-480 (Notes > Scope)')).toEqual([
      { path: 'docs/a.md', locator: { kind: 'span', start: 12, end: 480 } },
    ])
    expect(parseCitation('docs/r.pdf:p7')).toEqual([
      { path: 'docs/r.pdf', locator: { kind: 'pages', first: 7, last: 7 } },
    ])
    expect(parseCitation('docs/r.pdf:p7-8')).toEqual([
      { path: 'docs/r.pdf', locator: { kind: 'pages', first: 7, last: 8 } },
    ])
  })

  it('gives every reading, longest path first, when a name or a heading looks like a locator', () => {
    const paths = parseCitation('docs/log:1-2 (a).md:3-9 (x:4-5 (y))').map(({ path }) => path)
    expect(paths).toEqual(['docs/log:1-2 (a).md:3-9 (x', 'docs/log:1-2 (a).md', 'docs/log'])
  })

  it('gives nothing for what is no citation', () => {
    for (const text of [
      '',
      'docs/a.md',
      'docs/a.md:',
      ':1-2',
      'docs/a.md:9-3',
      'docs/a.md:p0',
      'docs/a.md:p4-2',
      'a:1-2 x',
    ])
      expect(parseCitation(text), text).toEqual([])
  })

  it('finds its way back from every citation that can be made', () => {
    const path = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
    const heading = fc.option(fc.string({ maxLength: 30 }))
    fc.assert(
      fc.property(
        path,
        heading,
        fc.nat(99_999),
        fc.nat(9999),
        fc.option(fc.nat(500)),
        (p, h, start, length, page) => {
          const span = {
            path: p,
            headingPath: h,
            charStart: start,
            charEnd: start + length,
            pageStart: page === null ? null : page + 1,
            pageEnd: page === null ? null : page + 3,
          }
          const locator =
            page === null
              ? { kind: 'span', start, end: start + length }
              : { kind: 'pages', first: page + 1, last: page + 3 }
          expect(parseCitation(citationOf(span))).toContainEqual({ path: p, locator })
        },
      ),
    )
  })
})
