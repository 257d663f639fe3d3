import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshKb, pnk, pnkJson, snapshot } from './pnk.js'

interface AskJson {
  readonly passages: readonly { readonly citation: string; readonly text: string }[]
  readonly answer: null
  readonly transcript: null
  readonly suggestions: null
  readonly confidence: string
  readonly escalation: {
    readonly branch: string
    readonly work: string
    readonly cost_eur: null
    readonly remedy: string | null
  }
}

const FILES = {
  'docs/pump.md': '# Pump\n\n## Repair\n\nAsk Ines before opening the valve.\n\n## Winter\n\nDrain it.\n',
  'docs/boat.md': '# Boat\n\nThe boat is tarred in autumn.\n',
}

function synced(files: Readonly<Record<string, string>> = FILES): string {
  const root = freshKb(files)
  const done = pnk(['sync'], { cwd: root })
  if (done.status !== 0) throw new Error(`${done.stdout}${done.stderr}`)
  return root
}

/** Every file with its bytes but those by which SQLite keeps readers and writers apart. */
function files(root: string): [string, string][] {
  return [...snapshot(root)].filter(([path]) => !/-(?:shm|wal)$/.test(path))
}

/** Sets the calibration for the reranker of a fresh knowledge base. */
function calibrate(root: string, lowBelow: number, highAbove: number): void {
  const path = join(root, 'pinakes.toml')
  const table = `[retrieval.confidence]\nfitted_for = "pinakes/static-rerank-en"\nlow_below = ${lowBelow}\nhigh_above = ${highAbove}\n`
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n${table}`)
}

describe('pnk ask', () => {
  it('gives what search gives, says that it wrote no answer, and changes nothing', () => {
    const root = synced()
    const before = files(root)
    const asked = pnkJson<AskJson>(['ask', 'who may open the valve'], { cwd: root })
    const { answer, transcript, suggestions, escalation, ...rest } = asked
    expect(rest).toEqual(pnkJson(['search', 'who may open the valve'], { cwd: root }))
    expect([answer, transcript, suggestions]).toEqual([null, null, null])
    expect(escalation).toEqual({
      branch: 'unknown',
      work: expect.stringContaining('bounded by caps'),
      cost_eur: null,
      remedy: expect.stringContaining('pnk calibrate'),
    })
    const { status, stdout, stderr } = pnk(['ask', 'who may open the valve'], { cwd: root })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^\[1\] docs\/pump\.md - Pump > Repair$/m)
    expect(stdout).toMatch(/^no answer was synthesised: the passages are the evidence$/m)
    expect(stdout).toMatch(
      /^an answer would take .*; it has no price, because .*--deep is not in this release$/m,
    )
    expect(files(root)).toEqual(before)
  })

  it.each([
    [-100, -99, 'high', 'synthesis'],
    [-100, 100, 'medium', 'synthesis'],
    [99, 100, 'low', 'decomposition'],
  ])('between bounds of %d and %d is %s and would take a %s', (low, high, confidence, branch) => {
    const root = synced()
    calibrate(root, low, high)
    const asked = pnkJson<AskJson>(['ask', 'who may open the valve'], { cwd: root })
    expect(asked).toMatchObject({ confidence, escalation: { branch, remedy: null } })
  })

  it('finds nothing honestly, with 0 and no offer', () => {
    const root = synced()
    const flags = ['valve', '--path', 'nowhere/']
    expect(pnkJson<AskJson>(['ask', ...flags], { cwd: root })).toMatchObject({
      passages: [],
      escalation: { branch: 'none', remedy: null, cost_eur: null },
    })
    const { status, stdout } = pnk(['ask', ...flags], { cwd: root })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^no answer was synthesised: there is nothing to answer from$/m)
    expect(stdout).not.toContain('--deep')
  })

  it('refuses --deep, which is not part of this release, before it looks for anything', () => {
    const done = pnk(['ask', '--deep', 'x', '--json', '--kb', '/nowhere/at/all'])
    expect(done.status).toBe(1)
    expect(done.stderr).toMatch(/^error: --deep is not part of this release.*\nleave --deep out/)
    expect(JSON.parse(done.stdout)).toMatchObject({ error: { code: 'CLI_DEEP_UNAVAILABLE' } })
  })
})

describe('the formats of an answer', () => {
  it('--json is --format json, for an answer and for an error', () => {
    const root = synced()
    const [short, long] = [['--json'], ['--format', 'json']].map((flags) =>
      pnk(['search', 'valve', ...flags], { cwd: root }),
    )
    expect(long).toEqual(short)
    const refused = pnk(['search', ' ', '--format=json'], { cwd: root })
    expect(refused.status).toBe(2)
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'CLI_USAGE' } })
    expect(pnk(['search', 'x', '--json', '--format', 'md'], { cwd: root }).status).toBe(2)
  })

  it('files names each document once, and says on stderr what is less than it should be', () => {
    const root = synced()
    const done = pnk(['search', 'the pump or the boat', '--format', 'files', '-k', '1000'], { cwd: root })
    expect(done.stdout.trimEnd().split('\n').sort()).toEqual(['docs/boat.md', 'docs/pump.md'])
    expect(done.stderr).toMatch(/^note: k is 1000, but no more than fusion_top_k = 20 passages are ranked\n$/)
    expect(pnk(['search', 'x', '--format', 'files', '--path', 'no'], { cwd: root })).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('md quotes every passage inside a fence, with its citation and what ran', () => {
    const root = synced({ 'docs/a.md': 'Before.\n```\nthe valve\n```\n' })
    const { stdout } = pnk(['ask', 'valve', '--format', 'md'], { cwd: root })
    expect(stdout).toMatch(
      /^# valve\n\n## 1\. docs\/a\.md:0-\d+\n\n````text\nBefore\.\n```\nthe valve\n```\n````\n/,
    )
    expect(stdout).toMatch(/^- searched: keywords by BM25 .*; index build [0-9A-Z]{26}$/m)
    expect(stdout).toMatch(/^- no answer was synthesised: /m)
  })

  it.each(['human', 'md'])(
    '%s says which channels ran, with which model and build, and which did not',
    (format) => {
      const { stdout } = pnk(['search', 'valve', '--format', format], { cwd: synced() })
      expect(stdout).toMatch(
        /searched: keywords by BM25 \(SQLite FTS5\); vectors by static pinakes\/static-en\S*; reranking by static pinakes\/static-rerank-en\S*; index build [0-9A-Z]{26}\n/,
      )
      expect(stdout).toMatch(/did not run: graph \(graph\\?_channel = "off" in the manifest\)\n/)
    },
  )

  it('entities and concepts are channels of their own', () => {
    const flags = ['--entity', 'Ines', '--concept', 'maintenance', '--concept', 'water']
    const { channels } = pnkJson<{ channels: { channel: string; ran: boolean }[] }>(
      ['search', 'valve', ...flags],
      { cwd: synced() },
    )
    expect(channels.filter(({ ran }) => ran).map(({ channel }) => channel)).toEqual(
      expect.arrayContaining(['entities', 'concepts']),
    )
  })
})

describe('a request that makes no sense is one usage error', () => {
  const BAD: readonly (readonly string[])[] = [
    ['-k', '0'],
    ['-k', '-1'],
    ['-k', '1000000000'],
    ['-k', '1e9'],
    ['-k', '99999999999999999999'],
    ['-k', '1.5'],
    ['-k', 'many'],
    ['-k', ''],
    ['--max-tokens', '0'],
    ['--max-per-document', '-3'],
    ['--tag', ''],
    ['--tag', ' '],
    ['--type', 'doc'],
    ['--after', '20250230'],
    ['--after', '2025'],
    ['--before', '2025-01-01'],
    ['--before', ''],
    ['--after', '20260102', '--before', '20260101'],
    ['--format', 'xml'],
    ['--entity', 'x'.repeat(201)],
    Array.from({ length: 17 }, (_, i) => `--concept=${i}`),
  ]
  const FOR_LISTS = BAD.filter(([flag = '']) => ['--tag', '--type', '--after', '--before'].includes(flag))

  // One knowledge base for all of them: the scratch folders go after each test.
  it('of search, ask and ls alike, in text and in JSON', () => {
    const root = synced()
    const runs = [
      ...BAD.map((flags) => ['search', 'valve', ...flags]),
      ...BAD.slice(0, 3).map((flags) => ['ask', 'valve', ...flags]),
      ...FOR_LISTS.map((flags) => ['ls', ...flags]),
    ]
    for (const args of runs) {
      const done = pnk(args, { cwd: root })
      const said = args.join(' ')
      expect(done, said).toMatchObject({ status: 2, stdout: '' })
      expect(done.stderr, said).toMatch(/^error: .+\n.+\n$/)
      expect(done.stderr.split('error: '), said).toHaveLength(2)
    }
    const json = pnk(['search', 'valve', '-k', '1000000000', '--json'], { cwd: root })
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: 'RETRIEVE_LIMIT_INVALID', message: expect.stringContaining('-k') },
    })
  })
})

describe('pnk get by heading', () => {
  it('prints the section, and asks which one where there are two', () => {
    const root = synced({ ...FILES, 'docs/two.md': '# A\n\n## Notes\n\none\n\n# B\n\n## Notes\n\ntwo\n' })
    expect(pnk(['get', 'docs/pump.md#Winter'], { cwd: root })).toEqual({
      status: 0,
      stdout: '## Winter\n\nDrain it.',
      stderr: '',
    })
    expect(pnk(['get', 'docs/two.md#Notes'], { cwd: root })).toMatchObject({ status: 2, stdout: '' })
    expect(pnk(['get', 'docs/two.md#B > Notes'], { cwd: root }).stdout).toBe('# B\n\n## Notes\n\ntwo')
  })
})
