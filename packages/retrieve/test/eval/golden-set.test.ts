import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPinakesError, type PinakesError } from '@pinakes/manifest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GoldenFault } from '../../src/eval/golden-faults.js'
import { parseGoldenSet, readGoldenSet } from '../../src/eval/golden-set.js'
import { questionId } from '../../src/eval/question-id.js'

function errorOf(text: string): PinakesError {
  try {
    parseGoldenSet(text, 'eval/questions.yaml')
  } catch (error) {
    if (isPinakesError(error, 'RETRIEVE_QUESTIONS_INVALID')) return error
    throw error
  }
  throw new Error('the golden set was accepted')
}

function faultsOf(text: string): readonly GoldenFault[] {
  return errorOf(text).details.faults as GoldenFault[]
}

describe('a golden set', () => {
  it('is read with hops, filters and ids', () => {
    const text = `
questions:
  - id: mh-flood
    question: Whom does the person on duty phone first?
    kind: multi-hop
    expect: [docs/plan.md]
    hops:
      - {query: who responds to a flood, expect: docs/plan.md}
      - {query: phone order, expect: docs/rota.md}
  - question: "Who -- keeps the Light?"
    kind: filter
    expect: [docs/light.md]
    filters: {tags: [place], path_prefix: docs/, source_type: markdown}
    note: the keeper of 1924
  - question: When was the airport built?
    kind: no-answer
`
    expect(parseGoldenSet(text, 'q')).toEqual([
      {
        id: 'mh-flood',
        question: 'Whom does the person on duty phone first?',
        kind: 'multi-hop',
        expect: ['docs/plan.md', 'docs/rota.md'],
        filters: {},
        hops: [
          { query: 'who responds to a flood', expect: 'docs/plan.md' },
          { query: 'phone order', expect: 'docs/rota.md' },
        ],
      },
      {
        id: 'who-keeps-the-light',
        question: 'Who -- keeps the Light?',
        kind: 'filter',
        expect: ['docs/light.md'],
        filters: { tags: ['place'], pathPrefix: 'docs/', sourceType: 'markdown' },
        hops: [],
      },
      {
        id: 'when-was-the-airport-built',
        question: 'When was the airport built?',
        kind: 'no-answer',
        expect: [],
        filters: {},
        hops: [],
      },
    ])
  })

  it.each(['questions: []', 'questions:', 'questions: ~'])('may be empty: %s', (text) => {
    expect(parseGoldenSet(text, 'q')).toEqual([])
  })

  it.each([
    ['nothing', '', 1, /mapping with the key questions/],
    ['a list', '- a', 1, /mapping with the key questions/],
    ['another key', 'question: []', 1, /mapping with the key questions/],
    ['questions that are no list', 'questions: {a: 1}', 1, /must be a list/],
    ['a question that is no mapping', 'questions:\n  - who', 2, /a question must be a mapping/],
    ['bad YAML', 'questions: [', 1, /not valid YAML/],
    ['a repeated key', 'questions: []\nquestions: []', 2, /not valid YAML: Map keys must be unique/],
    ['two documents', 'questions: []\n---\na: 1', 2, /not valid YAML/],
    ['an unknown tag', 'questions: !shelf []', 1, /not valid YAML/],
  ])('is refused as %s, with its line', (_, text, line, message) => {
    const [first] = faultsOf(text)
    expect(first?.message).toMatch(message)
    expect(first?.line).toBe(line)
  })

  it.each([
    ['no question', 'kind: lexical, expect: [a.md]', /question is missing/],
    ['a blank question', 'question: " ", kind: lexical, expect: [a.md]', /not blank/],
    ['a number for a question', 'question: 948, kind: lexical, expect: [a.md]', /quote it/],
    ['no kind', 'question: q, expect: [a.md]', /kind is missing; the kinds are lexical/],
    ['an unknown kind', 'question: q, kind: easy, expect: [a.md]', /kind is unknown; the kinds are/],
    ['a number for a path', 'question: q, kind: lexical, expect: [5]', /each expect must be text; quote it/],
    ['a blank id', 'id: "", question: q, kind: lexical, expect: [a.md]', /id must be text/],
    ['nothing expected', 'question: q, kind: lexical', /needs expect/],
    ['an expectation of no answer', 'question: q, kind: no-answer, expect: [a.md]', /has no expect/],
    ['expect as text', 'question: q, kind: lexical, expect: a.md', /expect must be a list/],
    ['an absolute path', 'question: q, kind: lexical, expect: [/a.md]', /from the root/],
    ['a path with dots', 'question: q, kind: lexical, expect: [docs/../a.md]', /from the root/],
    ['a hop without query', 'question: q, kind: multi-hop, hops: [{expect: a.md}]', /query is missing/],
    ['a hop without expect', 'question: q, kind: multi-hop, hops: [{query: a}]', /expect is missing/],
    [
      'an unknown key of a hop',
      'question: q, kind: multi-hop, hops: [{query: a, expect: b, k: 1}]',
      /unknown key "k"/,
    ],
    [
      'an unknown filter',
      'question: q, kind: filter, expect: [a.md], filters: {path: docs/}',
      /unknown key "path"/,
    ],
    [
      'an unknown type',
      'question: q, kind: filter, expect: [a.md], filters: {source_type: doc}',
      /one of markdown/,
    ],
  ])('refuses %s', (_, fields, message) => {
    const [first] = faultsOf(`questions:\n  - {question: fine, kind: no-answer}\n  - {${fields}}\n`)
    expect(first?.message).toMatch(message)
    expect(first?.line).toBe(3)
  })

  it('refuses a repeated id, given or made', () => {
    const [first] = faultsOf(
      'questions:\n  - {question: A b?, kind: no-answer}\n  - {question: a-B, kind: no-answer}',
    )
    expect(first).toEqual({ line: 3, column: 5, message: expect.stringContaining('"a-b" stands twice') })
  })

  it('reports every fault at once, in the order of the file', () => {
    const faults = faultsOf('questions:\n  - {kind: easy}\n  - {question: q, kind: lexical}\n')
    expect(faults.map(({ line }) => line)).toEqual([2, 2, 3])
  })

  it('says every fault in its message, one a line, as many as fit a screen', () => {
    const said = (text: string) => errorOf(text).message.split('\n')
    expect(said('questions:\n- {kind: no-answer}\n- {question: q, kind: easy}\n')).toEqual([
      expect.stringMatching(/^eval\/questions\.yaml:2:3: question /),
      expect.stringMatching(/^eval\/questions\.yaml:3:\d+: kind /),
    ])
    const many = `questions:\n${'- {kind: no-answer}\n'.repeat(30)}`
    expect(faultsOf(many)).toHaveLength(30)
    expect(said(many)).toHaveLength(21)
    expect(said(many).at(-1)).toBe('and 10 more')
  })

  it('survives an alias bomb', () => {
    const rows = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [name, of] of ['ba', 'cb', 'dc', 'ed', 'fe'].map(([name = '', of = '']) => [name, of]))
      rows.push(`${name}: &${name} [*${of}, *${of}, *${of}, *${of}, *${of}, *${of}, *${of}, *${of}]`)
    expect(faultsOf(`${rows.join('\n')}\nquestions: *f\n`)[0]?.message).toMatch(/alias/i)
  })
})

describe('the id of a question without one', () => {
  it.each([
    ['What is  C++?', 'what-is-c'],
    ['¿Dónde?', 'd-nde'],
    ['何', 'question'],
    ['--', 'question'],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
    ['a'.repeat(80), 'a'.repeat(60)],
  ])('of %s is %s', (question, id) => {
    expect(questionId(question)).toBe(id)
  })
})

describe('the file of a golden set', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pnk-golden-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const codeOf = () => {
    try {
      readGoldenSet(root)
    } catch (error) {
      return isPinakesError(error) ? error.code : String(error)
    }
    return null
  }

  it('must be there, and be a file of UTF-8', () => {
    expect(codeOf()).toBe('RETRIEVE_QUESTIONS_MISSING')
    mkdirSync(join(root, 'eval/questions.yaml'), { recursive: true })
    expect(codeOf()).toBe('RETRIEVE_QUESTIONS_INVALID')
    rmSync(join(root, 'eval/questions.yaml'), { recursive: true })
    writeFileSync(join(root, 'eval/questions.yaml'), Buffer.from([0xff, 0xfe]))
    expect(codeOf()).toBe('RETRIEVE_QUESTIONS_INVALID')
    writeFileSync(join(root, 'eval/questions.yaml'), '\uFEFFquestions: []\n')
    expect(codeOf()).toBeNull()
  })

  it('is a regular file of the knowledge base: a link out is not followed, a pipe not opened', () => {
    const outside = mkdtempSync(join(tmpdir(), 'pnk-outside-'))
    try {
      writeFileSync(join(outside, 'questions.yaml'), 'questions: []\n')
      mkdirSync(join(root, 'eval'))
      symlinkSync(join(outside, 'questions.yaml'), join(root, 'eval/questions.yaml'))
      expect(codeOf()).toBe('RETRIEVE_QUESTIONS_INVALID')
      rmSync(join(root, 'eval'), { recursive: true })
      symlinkSync(outside, join(root, 'eval'))
      expect(codeOf()).toBe('RETRIEVE_QUESTIONS_INVALID')
    } finally {
      rmSync(outside, { recursive: true, force: true })
    }
    rmSync(join(root, 'eval'))
    mkdirSync(join(root, 'eval'))
    execFileSync('mkfifo', [join(root, 'eval/questions.yaml')])
    expect(codeOf()).toBe('RETRIEVE_QUESTIONS_INVALID')
  })
})
