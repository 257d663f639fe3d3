import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findRegressions, type Outcome, readGoldenSet, readStored, summarise } from '@pinakes/retrieve/eval'
import { describe, expect, it } from 'vitest'
import { figure } from '../../bench/ir/table.js'
import { COLLECTIONS } from '../source-documents.js'

const GOLDEN = fileURLToPath(new URL('../../../corpora/golden/realism', import.meta.url))
const PAGE = fileURLToPath(new URL('../../../docs/realism.md', import.meta.url))
const KINDS = ['lexical', 'simple-lookup', 'paraphrase', 'filter', 'multi-hop'] as const

describe('the golden set over real text', () => {
  const questions = readGoldenSet(GOLDEN)

  it('has at least 100 questions of all six kinds, 20 of them without an answer', () => {
    expect(questions.length).toBeGreaterThanOrEqual(100)
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set([...KINDS, 'no-answer']))
    expect(questions.filter(({ kind }) => kind === 'no-answer').length).toBeGreaterThanOrEqual(20)
  })

  it('names documents of every collection, and no others', () => {
    const folders = questions
      .flatMap(({ expect: paths }) => paths)
      .map((path) => path.split('/', 2).join('/'))
    expect(new Set(folders)).toEqual(new Set(COLLECTIONS.map((name) => `docs/${name}`)))
  })
})

describe('the committed baseline over real text', () => {
  const { baseline, outcomes } = readStored(GOLDEN)
  const rows = outcomes?.outcomes ?? []

  it('holds exactly the golden questions, and the figures of its outcomes', () => {
    const kinds = new Map(readGoldenSet(GOLDEN).map(({ id, kind }) => [id, kind]))
    expect(new Map(rows.map(({ id, kind }) => [id, kind]))).toEqual(kinds)
    expect(baseline).toEqual(summarise(rows))
  })

  it.each(KINDS)('is one that a single lost hit of kind %s falls below', (kind) => {
    if (baseline === null) throw new Error('there is no baseline')
    const lost = rows.find((row) => row.kind === kind && row.hit)
    const worse = rows.map((row): Outcome => (row === lost ? { ...row, hit: false, hitRank: null } : row))
    expect(lost).toBeDefined()
    expect(findRegressions(summarise(worse), baseline).map(({ figure: name }) => name)).toContain(
      `by_kind.${kind}`,
    )
  })

  it('is the one of docs/realism.md', () => {
    const sections = readFileSync(PAGE, 'utf8').split(/^## /m)
    const shown = KINDS.map((kind) => {
      const section = sections.find((text) => text.startsWith(`${kind} (`))
      return section
        ?.split('\n')
        .find((text) => /^\| search, [^,]+ \|/.test(text))
        ?.split(' | ')[1]
    })
    expect(shown).toEqual(KINDS.map((kind) => figure(baseline?.byKind[kind] ?? -1)))
  })
})
