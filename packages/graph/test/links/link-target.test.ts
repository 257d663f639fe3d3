import { mintUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { aliasHint, readTarget } from '../../src/links/link-target.js'

const kb = (name: string) => ({ id: mintUlid<'kb'>(), name, path: '../x' })

describe('what a target names', () => {
  it('is a URI if it begins with pnk://, whatever aliases are called', () => {
    const doc = mintUlid<'document'>()
    expect(readTarget(`pnk://self/${doc}`, [kb('pnk')])).toMatchObject({
      kind: 'uri',
      uri: { kb: null, doc },
    })
    expect(readTarget(`pnk://SELF/${doc}`, [])).toMatchObject({ kind: 'uri', uri: { kb: null } })
  })

  it.each([
    'pnk://',
    'pnk://self',
    'pnk://self/',
    'pnk://self/x/y',
    'pnk://partner/01JV3K2H8M5Q9T1X4Z7B0D3F6G',
    'pnk://self/01jv3k2h8m5q9t1x4z7b0d3f6g',
  ])('is no URI: %s', (text) => {
    expect(() => readTarget(text, [kb('partner')])).toThrow(expect.objectContaining({ code: 'URI_INVALID' }))
  })

  it('an alias where the KB id belongs is told that URIs carry none', () => {
    const uri = `pnk://partner/${mintUlid()}`
    expect(() => readTarget(uri, [kb('partner')])).toThrow(/never written into a link/)
  })

  it('another spelling of the scheme is a path', () => {
    expect(readTarget('PNK://self/x', [])).toEqual({ kind: 'here', path: 'PNK://self/x' })
  })

  it('is a path of a linked KB behind its name and a colon', () => {
    const [a, b] = [kb('a'), kb('b')]
    expect(readTarget('b:docs/x.md', [a, b])).toEqual({ kind: 'linked', kb: b, path: 'docs/x.md' })
    expect(readTarget('a:', [a, b])).toEqual({ kind: 'linked', kb: a, path: '' })
    expect(readTarget('a:b:c', [a, b])).toEqual({ kind: 'linked', kb: a, path: 'b:c' })
  })

  it('aliases may hold colons: of names that begin alike the longest counts', () => {
    const [short, long] = [kb('a'), kb('a:b')]
    expect(readTarget('a:b:c.md', [short, long])).toMatchObject({ kb: long, path: 'c.md' })
    expect(readTarget('a:b', [short, long])).toMatchObject({ kb: short, path: 'b' })
  })

  it('is a path here otherwise; ./ keeps a name with a colon from being an alias', () => {
    expect(readTarget('./a:b.md', [kb('a')])).toEqual({ kind: 'here', path: './a:b.md' })
    expect(readTarget('A:b.md', [kb('a')])).toEqual({ kind: 'here', path: 'A:b.md' })
    expect(readTarget('', [kb('a')])).toEqual({ kind: 'here', path: '' })
  })

  it('a colon in what is not found may have been meant as an alias', () => {
    expect(aliasHint('docs/x.md', [kb('a')])).toBeNull()
    expect(aliasHint('b:x.md', [kb('a'), kb('c d')])).toContain('declared are "a", "c d"')
    expect(aliasHint('b:x.md', [])).toContain('none is declared')
  })
})
