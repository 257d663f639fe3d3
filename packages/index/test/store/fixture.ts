import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { IndexReader, IndexWriter } from '../../src/contracts.js'
import { createIndex, openIndexReader, openIndexWriter } from '../../src/index.js'
import { IDENTITY } from './identity.js'

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

/** Closed and forgotten when the test ends; closing twice is no error. */
export function closeLater<T extends { close(): void }>(resource: T): T {
  cleanups.push(() => resource.close())
  return resource
}

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-index-test-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function newIndex(path = join(temporaryFolder(), 'index.db')): IndexWriter {
  return closeLater(createIndex(path, { identity: IDENTITY }))
}

export function reader(path: string): IndexReader {
  return closeLater(openIndexReader(path))
}

export function writer(path: string): IndexWriter {
  return closeLater(openIndexWriter(path))
}

/** What a search found, as `path#ordinal`, best first. */
export function found(index: IndexReader, hits: readonly { readonly chunkId: number }[]): string[] {
  const rows = new Map(index.chunks(hits.map(({ chunkId }) => chunkId)).map((row) => [row.chunkId, row]))
  return hits.map(({ chunkId }) => {
    const row = rows.get(chunkId)
    return `${row?.document.path}#${row?.ordinal}`
  })
}
