import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGoldenSet, readStored, summarise } from '@pinakes/retrieve/eval'
import { readSidecar } from '@pinakes/sidecar'
import { afterEach, describe, expect, it } from 'vitest'
import { documentId } from '../../document-id.js'
import { buildLinkedKb } from '../../linked/build-linked-kb.js'
import { questionsOf } from '../../linked/questions-of.js'
import { withRequirements } from '../../linked/requirements-of.js'
import type { SourceDocument } from '../../source-documents.js'

const GOLDEN = fileURLToPath(new URL('../../../../corpora/golden/linked/eips', import.meta.url))

function proposal(number: number, requires: string, length = 2000): SourceDocument {
  const line = requires === '' ? '' : `requires: ${requires}\n`
  return {
    path: `docs/eips/eip-${number}.md`,
    title: `Title ${number}`,
    tags: ['eips'],
    text: `---\neip: ${number}\n${line}---\n\n${'word '.repeat(length / 5)}`,
  }
}

const required = (...documents: SourceDocument[]) =>
  Object.fromEntries(withRequirements(documents).map(({ path, requires }) => [path, requires]))

describe('requirements', () => {
  it('are those of the front matter that are in the collection, once each, and none of itself', () => {
    expect(required(proposal(1, '2, 3, 2, 1, 99'), proposal(2, ''), proposal(3, '2'))).toEqual({
      'docs/eips/eip-1.md': ['docs/eips/eip-2.md', 'docs/eips/eip-3.md'],
      'docs/eips/eip-2.md': [],
      'docs/eips/eip-3.md': ['docs/eips/eip-2.md'],
    })
  })

  it('are of proposals alone', () => {
    const other = { ...proposal(5, '1'), path: 'docs/rfc-dev/rfc5000.txt' }
    expect(required(other, proposal(1, ''))).toEqual({ 'docs/eips/eip-1.md': [] })
  })
})

describe('questions', () => {
  it('ask for the one document that another requires, by its title, and want both', () => {
    const [question, ...more] = questionsOf(withRequirements([proposal(2, ''), proposal(1, '2')]))
    expect(more).toEqual([])
    expect(question).toMatchObject({
      id: 'eip-1-2',
      kind: 'multi-hop',
      expect: ['docs/eips/eip-1.md', 'docs/eips/eip-2.md'],
    })
    expect(question?.question).toContain('"Title 1"')
    expect(question?.question).not.toContain('Title 2')
    expect(question?.hops.map(({ query }) => query)).toEqual([question?.question, question?.question])
  })

  it('leave out stubs, several requirements, and the third that leads to one document', () => {
    const documents = [
      proposal(1, '9'),
      proposal(2, '9'),
      proposal(3, '9'),
      proposal(4, '9, 1'),
      proposal(5, '6'),
      proposal(6, '', 500),
      proposal(7, '1', 500),
      proposal(9, ''),
      proposal(10, '1'),
    ]
    const ids = questionsOf(withRequirements(documents)).map(({ id }) => id)
    expect(ids).toEqual(['eip-1-9', 'eip-2-9', 'eip-10-1'])
  })
})

describe('a knowledge base of proposals', () => {
  let root = ''
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('has a link for each requirement and questions that pnk eval reads', async () => {
    root = mkdtempSync(join(tmpdir(), 'pnk-linked-test-'))
    const manifest = readFileSync(join(GOLDEN, 'pinakes.toml'), 'utf8')
    const documents = withRequirements([proposal(1, '2'), proposal(2, '')])
    const questions = questionsOf(documents)
    await buildLinkedKb(documents, { root, manifest, questions })
    const owner = documentId('any') as never
    const { sidecar } = readSidecar(join(root, 'docs/eips/eip-1.md.pnk.yaml'), owner)
    expect(sidecar.links).toMatchObject([{ to: { doc: documentId('docs/eips/eip-2.md') }, rel: 'requires' }])
    expect(readGoldenSet(root)).toEqual(questions)
  })
})

it('the committed baseline has the figures of its outcomes, of multi-hop questions alone', () => {
  const { baseline, outcomes } = readStored(GOLDEN)
  const rows = outcomes?.outcomes ?? []
  expect(rows.length).toBeGreaterThanOrEqual(50)
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['multi-hop']))
  expect(baseline).toEqual(summarise(rows))
})
