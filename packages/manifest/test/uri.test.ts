import { expect, test } from 'vitest'
import { formatPnkUri, mintUlid, parsePnkUri } from '../src/index.js'
import { caught } from './caught.js'

const kb = mintUlid<'kb'>()
const owner = mintUlid<'kb'>()
const doc = mintUlid<'document'>()

test('a link that names its KB keeps it, whoever owns the file', () => {
  const uri = parsePnkUri(`pnk://${kb}/${doc}`)
  expect(uri).toMatchObject({ kb, doc })
  expect(uri.resolve(owner)).toEqual({ kb, doc })
  expect(formatPnkUri(uri.resolve(owner))).toBe(`pnk://${kb}/${doc}`)
})

test('self, in any case, is the KB that owns the file', () => {
  for (const self of ['self', 'SELF', 'Self', 'sElF']) {
    const uri = parsePnkUri(`pnk://${self}/${doc}`)
    expect(uri.kb).toBeNull()
    expect(formatPnkUri(uri.resolve(owner))).toBe(`pnk://${owner}/${doc}`)
  }
})

test('every other shape is refused', () => {
  const refused = [
    `pnk:/${kb}/${doc}`,
    `PNK://${kb}/${doc}`,
    `pnk://${kb}`,
    `pnk://${kb}/`,
    `pnk:///${doc}`,
    `pnk://${kb}/${doc}/z`,
    `pnk://${kb}//${doc}`,
    'pnk://self/self',
    `pnk://${kb.toLowerCase()}/${doc}`,
    `pnk://${kb}/${doc.toLowerCase()}`,
    ` pnk://${kb}/${doc}`,
    `pnk://${kb}/${doc}\n`,
    `pnk://${kb}/${doc}#x`,
    'self',
    '',
  ]
  for (const text of refused) expect(caught(() => parsePnkUri(text)).code, text).toBe('URI_INVALID')
})

test('an alias in place of the KB id is refused, and told where aliases live', () => {
  expect(caught(() => parsePnkUri(`pnk://archive/${doc}`)).message).toContain('[[links.kb]]')
})
