import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DocumentWrite, IndexReader } from '../../src/contracts.js'
import { openDatabase } from '../../src/store/sqlite.js'
import { docId, write } from './documents.js'
import { newIndex, reader } from './fixture.js'
import { textVector } from './text-vector.js'

const WORDS = ['alpha', 'beta', 'gamma', 'DEC-0054', 'C++', 'camelCase', '检索', 'naïve']

const texts = fc.array(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  { maxLength: 4 },
)

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('put', 'put', 'put', 'delete', 'swap', 'retitle', 'abort' as const),
    n: fc.integer({ min: 1, max: 6 }),
    other: fc.integer({ min: 1, max: 6 }),
    texts,
    batch: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
)

/** Everything a user can see of an index; ids of rows are not among it. */
function answers(index: IndexReader): unknown {
  const name = (hits: readonly { readonly chunkId: number }[]) => {
    const rows = new Map(
      index.chunks(hits.map(({ chunkId }) => chunkId)).map((stored) => [stored.chunkId, stored]),
    )
    return hits.map(({ chunkId, ...hit }) => [rows.get(chunkId)?.chunkUid, hit])
  }
  return {
    documents: index.documents(),
    counts: { ...index.counts(), deleted: 0 },
    lexical: [...WORDS, WORDS.join(' ')].map((query) => name(index.lexicalSearch(query, {}, 7))),
    vector: WORDS.map((word) => name(index.vectorSearch(Float32Array.from(textVector(word)), {}, 7))),
  }
}

/** Throws unless the full-text index holds exactly the words of the chunks. */
function checkFullText(path: string): void {
  const database = openDatabase(path, {})
  database.exec("INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('integrity-check', 1)")
  database.close()
}

it('an index changed in any order answers as one built from empty: ranks, scores, ids', () => {
  fc.assert(
    fc.property(steps, (todo) => {
      const index = newIndex()
      const now = new Map<number, DocumentWrite>()
      for (const { what, n, other, texts: chunks, batch } of todo) {
        const change = () => {
          const known = now.get(n)
          const next = now.get(other)
          if (what === 'put') {
            const put = write(n, chunks, { path: known?.document.path ?? `docs/${n}.md` })
            index.putDocument(put)
            now.set(n, put)
          } else if (what === 'delete' && known !== undefined) {
            index.softDelete([docId(n)])
            now.delete(n)
          } else if (what === 'swap' && known !== undefined && next !== undefined && n !== other) {
            index.moveDocuments([
              { id: docId(n), path: next.document.path },
              { id: docId(other), path: known.document.path },
            ])
            now.set(n, { ...known, document: { ...known.document, path: next.document.path } })
            now.set(other, { ...next, document: { ...next.document, path: known.document.path } })
          } else if (what === 'retitle' && known !== undefined) {
            const document = { ...known.document, title: chunks.join(' ') }
            index.updateDocument(document)
            now.set(n, { ...known, document })
          } else if (what === 'abort') {
            const before = new Map(now)
            expect(() =>
              index.inTransaction(() => {
                index.putDocument(write(n, chunks, { path: known?.document.path ?? `docs/${n}.md` }))
                throw new Error('abort')
              }),
            ).toThrow('abort')
            expect(now).toEqual(before)
          }
        }
        if (batch) index.inTransaction(change)
        else change()
      }
      const rebuilt = newIndex()
      rebuilt.inTransaction(() => {
        for (const put of [...now.values()].reverse()) rebuilt.putDocument(put)
      })
      checkFullText(index.path)
      expect(answers(reader(index.path))).toEqual(answers(reader(rebuilt.path)))
    }),
    { numRuns: 40 },
  )
})
