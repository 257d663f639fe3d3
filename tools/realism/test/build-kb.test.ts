import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openKb } from '@pinakes/retrieve'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildKb } from '../build-kb.js'
import { documentId } from '../document-id.js'
import { readSourceDocuments } from '../source-documents.js'

const GOLDEN = fileURLToPath(new URL('../../../corpora/golden/realism', import.meta.url))
const FILES = {
  'eips/docs/eip-1.md':
    '---\ntitle: Purpose\nstatus: Living\n---\n\n# Purpose\n\nA proposal is a design document.\n',
  'rfc-dev/docs/rfc5000.txt': 'Category: Informational\n\nStandards of the network.\n',
  'rust-rfcs/docs/3392-council/motivation.md': '# Motivation\n\nGovernance has failed to scale.\n',
}

describe('a knowledge base of real text', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pnk-realism-test-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  function writeData(names: readonly (keyof typeof FILES)[]): string {
    const data = join(folder, 'data')
    mkdirSync(data, { recursive: true })
    for (const name of names) {
      mkdirSync(dirname(join(data, name)), { recursive: true })
      writeFileSync(join(data, name), FILES[name])
    }
    return data
  }

  it('is refused when a collection is missing, naming it', () => {
    const data = writeData(['eips/docs/eip-1.md'])
    expect(() => readSourceDocuments(data)).toThrow(
      /does not hold rfc-dev\/docs, rust-rfcs\/docs\. .*README\.md/,
    )
    expect(() => readSourceDocuments(join(folder, 'nowhere'))).toThrow(/nowhere does not hold eips\/docs/)
  })

  it('has every file, in sub-folders too, under a path that the golden set can name', () => {
    const documents = readSourceDocuments(writeData(Object.keys(FILES) as (keyof typeof FILES)[]))
    expect(documents.map(({ path, title, tags }) => ({ path, title, tags }))).toEqual([
      { path: 'docs/eips/eip-1.md', title: 'Purpose', tags: ['eips', 'living'] },
      { path: 'docs/rfc-dev/rfc5000.txt', title: 'rfc5000', tags: ['rfc-dev', 'informational'] },
      { path: 'docs/rust-rfcs/3392-council/motivation.md', title: 'motivation', tags: ['rust-rfcs'] },
    ])
  })

  it('is indexed with the ids and tags of its sidecars, and refused when it is too small to be the corpus', async () => {
    const documents = readSourceDocuments(writeData(Object.keys(FILES) as (keyof typeof FILES)[]))
    const root = join(folder, 'kb')
    const manifest = readFileSync(join(GOLDEN, 'pinakes.toml'), 'utf8')
    await expect(buildKb(documents, { root, golden: GOLDEN, manifest })).rejects.toThrow(
      '3 documents in 5 chunks are fewer than 300 and 20000',
    )
    const kb = await openKb(root)
    try {
      const indexed = await kb.list({ tags: ['informational'] })
      expect(indexed.map(({ docId, path }) => ({ docId, path }))).toEqual([
        { docId: documentId('docs/rfc-dev/rfc5000.txt'), path: 'docs/rfc-dev/rfc5000.txt' },
      ])
    } finally {
      await kb.close()
    }
  })
})
