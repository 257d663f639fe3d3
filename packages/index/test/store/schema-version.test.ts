import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { lexicalColumns } from '../../src/lexical/analyze.js'
import { encodePage } from '../../src/store/code-page.js'
import { SCHEMA, SCHEMA_VERSION } from '../../src/store/schema.js'
import { encodeVector } from '../../src/store/vector-blob.js'

/** One text for each thing that the full-text columns do to one. */
const TEXTS = [
  'Plain prose, as it stands.',
  'DEC-0054 and src/a-b/c.ts, C++ and C#, std::vector, 2026.4.10',
  'getUserName, HTMLParser, RFC5321',
  'naïve Ｆｕｌｌ ﬁne ½ Foo™ a\u2010b soft\u00adhyphen',
  '今天我们讨论了向量检索的性能问题。カタカナ 한국어 ภาษาไทย',
  'كِتَاب ё ß Ελληνικά हिन्दी',
]

/** Vectors as they are stored, exactly and as codes. */
function storedVectors(): string[] {
  const vectors = Float32Array.of(0.6, 0, -0.8, 0, 0, 0, 0.25, 0.125, 1)
  const page = encodePage(Uint8Array.of(3, 4, 9), vectors, 3)
  return [encodeVector(vectors).toString('hex'), page.toString('hex')]
}

/**
 * An index is read and changed by whatever version of this package comes along, and there are no migrations. So the
 * tables, what the full-text index is given for a text, and the bytes of vectors belong to the schema version: when this test fails, either
 * the change was not meant, or SCHEMA_VERSION has to be counted up with the digest.
 */
it('tables, full-text columns and stored vectors are those of the schema version', () => {
  const columns = TEXTS.map((text) => JSON.stringify(lexicalColumns(text)))
  const layout = [SCHEMA, ...columns, ...storedVectors()].join('\n')
  expect({ version: SCHEMA_VERSION, digest: hash('sha256', layout, 'hex').slice(0, 16) }).toEqual({
    version: '3-ts3',
    digest: '55139ccb7cb54bb6',
  })
})
