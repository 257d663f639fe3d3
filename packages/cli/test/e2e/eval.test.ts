import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addFiles, freshKb, pnk, pnkJson, scratch, snapshot } from './pnk.js'

const QUESTIONS = `questions:
  - {question: who repairs the pump, kind: simple-lookup, expect: [docs/pump.md]}
  - {question: ledger of loans, kind: lexical, expect: [docs/ledger.md]}
  - {question: when was the airport opened, kind: no-answer}
`

function library(questions: string = QUESTIONS): string {
  const root = freshKb({
    'docs/pump.md': '# Pump\n\nThe keeper repairs the pump in spring.\n',
    'docs/ledger.md': '# Ledger\n\nEvery loan is written into the ledger.\n',
    'docs/boats.md': '# Boats\n\nBoats are tarred before winter.\n',
    'eval/questions.yaml': questions,
  })
  const done = pnk(['sync'], { cwd: root })
  if (done.status !== 0) throw new Error(done.stderr)
  return root
}

interface EvalJson {
  figures: { questions: number; recall_at_k: number; by_kind: Record<string, number> }
  questions: { id: string; hit: boolean; score: number | null }[]
  comparison: {
    regressions: { figure: string }[]
    paired: { questions: number; worse: string[] } | null
  } | null
  reranker: string | null
}

describe('pnk eval', () => {
  it('measures, keeps a baseline, and fails on what got worse', () => {
    const root = library()
    const first = pnk(['eval'], { cwd: root })
    expect(first.status).toBe(0)
    expect(first.stdout).toMatch(/^all with an answer +2 +1\.000 +1\.000 +1\.000 /m)
    expect(first.stdout).toContain('there was no eval/baseline.json')
    expect(existsSync(join(root, 'eval/baseline.json'))).toBe(false)

    expect(pnk(['eval', '--write-baseline'], { cwd: root }).stdout).toContain(
      'wrote eval/baseline.json and eval/outcomes.json',
    )
    const kept = snapshot(join(root, 'eval'))
    const again = pnkJson<EvalJson>(['eval'], { cwd: root })
    expect(again.figures).toMatchObject({ questions: 3, recall_at_k: 1 })
    expect(again.reranker).toBe('pinakes/static-rerank-en')
    expect(again.comparison).toMatchObject({ regressions: [], paired: { questions: 2, worse: [] } })

    writeFileSync(join(root, 'eval/baseline.json'), '{')
    expect(pnk(['eval'], { cwd: root }).stderr).toContain(
      'write both files anew: `pnk eval --write-baseline`',
    )
    expect(pnk(['eval', '--write-baseline'], { cwd: root }).status).toBe(0)

    const lost = QUESTIONS.replace('docs/ledger.md', 'docs/lost.md')
    writeFileSync(join(root, 'eval/questions.yaml'), lost)
    const worse = pnk(['eval', '--json'], { cwd: root })
    expect(worse.status).toBe(1)
    expect(
      (JSON.parse(worse.stdout) as EvalJson).comparison?.regressions.map(({ figure }) => figure),
    ).toContain('by_kind.lexical')
    expect(pnk(['eval'], { cwd: root }).stdout).toContain(
      'ledger-of-loans expects docs/lost.md, which is not indexed',
    )
    writeFileSync(join(root, 'eval/questions.yaml'), QUESTIONS)
    expect(snapshot(join(root, 'eval'))).toEqual(kept)
  })

  it('writes a page where it is told, and says when it cannot', () => {
    const root = library()
    const file = join(scratch(), 'eval.html')
    expect(pnk(['eval', '--html', file], { cwd: root }).status).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/)
    const refused = pnk(['eval', '--html', join(root, 'no/such/eval.html')], { cwd: root })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('no/such/eval.html: no such file or directory')
    expect(pnk(['eval', '--html', ''], { cwd: root }).status).toBe(2)
  })

  it('puts a page over an earlier page, through a link too, and over nothing else', () => {
    const root = library()
    const page = join(scratch(), 'eval.html')
    const link = join(root, 'page.html')
    symlinkSync(page, link)
    for (const file of [page, link]) expect(pnk(['eval', '--html', file], { cwd: root }).status).toBe(0)
    expect(readFileSync(page, 'utf8')).toMatch(/<\/html>\n$/)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)

    const before = snapshot(root)
    for (const file of [
      'docs/pump.md',
      'docs/pump.md.pnk.yaml',
      'pinakes.toml',
      'eval/questions.yaml',
      'docs',
    ]) {
      const refused = pnk(['eval', '--html', file, '--json'], { cwd: root })
      expect([file, refused.status]).toEqual([file, 1])
      expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'CLI_PAGE_REFUSED' } })
    }
    expect(snapshot(root)).toEqual(before)
  })

  it('fails when a baseline is left without questions', () => {
    const root = library()
    expect(pnk(['eval', '--write-baseline'], { cwd: root }).status).toBe(0)
    writeFileSync(join(root, 'eval/questions.yaml'), 'questions: []\n')
    const gone = pnk(['eval', '--json'], { cwd: root })
    expect(gone.status).toBe(1)
    expect(JSON.parse(gone.stdout)).toMatchObject({ error: { code: 'CLI_QUESTIONS_GONE' } })
    expect(gone.stderr).toContain('eval/baseline.json is of 3 questions')
  })

  it('has nothing to do for an empty set, and says what is wrong with a broken one', () => {
    const root = library('questions: []\n')
    const empty = pnk(['eval'], { cwd: root })
    expect([empty.status, empty.stdout]).toEqual([
      0,
      'eval/questions.yaml holds no questions: nothing to evaluate\n',
    ])
    addFiles(root, { 'eval/questions.yaml': 'questions:\n  - {question: a, kind: easy}\n' })
    const broken = pnk(['eval', '--json'], { cwd: root })
    expect(broken.status).toBe(1)
    expect(JSON.parse(broken.stdout)).toMatchObject({ error: { code: 'RETRIEVE_QUESTIONS_INVALID' } })
    expect(broken.stderr).toContain('eval/questions.yaml:2:25: kind is unknown')
    expect(pnk(['eval', '-k', '0'], { cwd: root }).status).toBe(2)
  })
})

describe('pnk calibrate', () => {
  it('prints a table that makes confidence known, and writes nothing', () => {
    const root = library()
    const before = readFileSync(join(root, 'pinakes.toml'), 'utf8')
    const fitted = pnk(['calibrate'], { cwd: root })
    expect(fitted.status).toBe(0)
    const table = fitted.stdout.slice(fitted.stdout.indexOf('[retrieval.confidence]'))
    expect(table).toMatch(
      /^\[retrieval\.confidence\]\nfitted_for = "pinakes\/static-rerank-en"\nlow_below = [\d.]+\nhigh_above = [\d.]+\n$/,
    )
    expect(readFileSync(join(root, 'pinakes.toml'), 'utf8')).toBe(before)
    expect([...snapshot(join(root, 'eval')).keys()]).toEqual(['questions.yaml'])
    const manifest = join(root, 'pinakes.toml')
    writeFileSync(manifest, `${readFileSync(manifest, 'utf8')}\n${table}`)
    const { confidence } = pnkJson<{ confidence: string }>(['search', 'ledger of loans'], { cwd: root })
    expect(['high', 'medium', 'low']).toContain(confidence)
  })

  it('is refused without a reranker, and without questions', () => {
    const root = library()
    const manifest = join(root, 'pinakes.toml')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('rerank = "local"', 'rerank = "none"'))
    const refused = pnk(['calibrate', '--json'], { cwd: root })
    expect(refused.status).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'RETRIEVE_CALIBRATION_IMPOSSIBLE' } })
    const empty = library('questions: []\n')
    const nothing = pnk(['calibrate'], { cwd: empty })
    expect([nothing.status, nothing.stderr]).toEqual([
      1,
      expect.stringContaining('eval/questions.yaml holds no questions'),
    ])
  })
})

describe('pnk eval with a graph channel', () => {
  it('keeps in the outcomes what was measured', () => {
    const root = library()
    const flags = [
      '--graph-channel',
      'expand',
      '--drop',
      'authored',
      '--drop',
      'shared-tag',
      '--no-link-distance',
    ]
    const done = pnk(['eval', '--write-baseline', '--in-degree-salience', ...flags], { cwd: root })
    expect(done.status).toBe(0)
    expect(JSON.parse(readFileSync(join(root, 'eval/outcomes.json'), 'utf8'))).toMatchObject({
      graph_channel: 'expand',
      dropped: ['authored', 'shared-tag'],
      ranking: { link_distance: false, in_degree_salience: true },
    })
  })

  it('refuses a kind of edges that does not exist, and names those that do', () => {
    const done = pnk(['eval', '--graph-channel', 'expand', '--drop', 'author'], { cwd: library() })
    expect(done.status).toBe(1)
    expect(done.stderr).toMatch(/"author" is no kind of edge.*membership.*authored/)
  })
})
