import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addFiles, freshKb, pnk, pnkJson, sidecarId } from './pnk.js'

const FILES = {
  'docs/good.md': '# Good\n',
  'docs/nul.md': 'a\0b\n',
  'docs/latin1.md': Buffer.from('caf\xe9', 'latin1'),
}

interface Checks {
  readonly checks: readonly { readonly name: string; readonly status: string; readonly detail: string }[]
}

function failuresRow(root: string) {
  const { checks } = JSON.parse(pnk(['doctor', '--json'], { cwd: root }).stdout) as Checks
  return checks.find(({ name }) => name === 'failures')
}

describe('documents that could not be indexed', () => {
  it('are named by sync, by ls --failed and by doctor until they can be', () => {
    const root = freshKb(FILES)
    const done = pnk(['sync'], { cwd: root })
    expect(done.status).toBe(1)
    expect(done.stdout).toMatch(/^failed: docs\/latin1\.md: .*UTF-8.*$/m)
    expect(done.stdout).toMatch(/^failed: docs\/nul\.md: .*NUL.*$/m)

    const lines = pnk(['ls', '--failed'], { cwd: root }).stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split('\t').slice(0, 2))).toEqual([
      ['docs/latin1.md', 'index'],
      ['docs/nul.md', 'index'],
    ])
    for (const line of lines) expect(line).toMatch(/^[^\t]+\tindex\t\d{8} \d\d:\d\d\t\w+: [^\t]+$/)
    expect(pnkJson(['ls', '--failed'], { cwd: root })).toEqual({
      failures: ['docs/latin1.md', 'docs/nul.md'].map((path) => ({
        path,
        stage: 'index',
        error: expect.stringMatching(/^\w+: ./),
        happened: expect.stringMatching(/^\d{8} \d\d:\d\d$/),
      })),
    })
    expect(failuresRow(root)).toMatchObject({
      status: 'WARN',
      detail: expect.stringMatching(/^2 documents could not be indexed: docs\/latin1\.md: /),
      remedy: expect.stringContaining('pnk ls --failed'),
    })

    addFiles(root, { 'docs/latin1.md': 'café\n' })
    rmSync(join(root, 'docs/nul.md'))
    expect(pnk(['sync'], { cwd: root }).status).toBe(0)
    expect(pnk(['ls', '--failed'], { cwd: root })).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(failuresRow(root)).toMatchObject({ status: 'OK', detail: 'none' })
  })

  it('are three in the row of doctor, and all in the list', () => {
    const broken = Array.from({ length: 5 }, (_, i) => [`docs/${i}.md`, 'a\0b\n'])
    const root = freshKb(Object.fromEntries(broken))
    pnk(['sync'], { cwd: root })
    const named = failuresRow(root)?.detail.match(/docs\/\d\.md/g)
    expect([...new Set(named)]).toEqual(['docs/2.md', 'docs/3.md', 'docs/4.md'])
    expect(pnk(['ls', '--failed'], { cwd: root }).stdout.trimEnd().split('\n')).toHaveLength(5)
  })
})

describe('what a quiet sync says', () => {
  it('is nothing when all is well, on either stream', () => {
    expect(pnk(['sync', '--quiet'], { cwd: freshKb({ 'docs/a.md': 'x\n' }) })).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('is failures, unmatched files, restored ids and unclear moves, on stderr alone', () => {
    const root = freshKb({ ...FILES, 'docs/a.md': 'same\n', 'docs/b.md': 'same\n', 'docs/c.md': '# C\n' })
    pnk(['sync'], { cwd: root })
    const id = sidecarId(root, 'docs/c.md')
    addFiles(root, { 'docs/table.csv': 'a,b\n' })
    rmSync(join(root, 'docs/c.md.pnk.yaml'))
    for (const name of ['a', 'b']) {
      renameSync(join(root, `docs/${name}.md`), join(root, `docs/new-${name}.md`))
      rmSync(join(root, `docs/${name}.md.pnk.yaml`))
    }
    const { status, stdout, stderr } = pnk(['sync', '--quiet'], { cwd: root })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^sidecar restored with its id: docs\/c\.md/m)
    expect(stderr).toMatch(/^ambiguous: docs\/a\.md, docs\/b\.md -> docs\/new-a\.md, docs\/new-b\.md/m)
    expect(stderr).toMatch(/^failed: docs\/nul\.md: /m)
    expect(stderr).toMatch(/^1 file matches no `include` pattern: 1 \.csv\./m)
    expect(stderr).not.toMatch(/indexed|orphaned|sidecars: /)
    expect(sidecarId(root, 'docs/c.md')).toBe(id)
  })
})

describe('what a sync says in JSON', () => {
  it('has every group of the report', () => {
    const root = freshKb(FILES)
    const report = JSON.parse(pnk(['sync', '--json'], { cwd: root }).stdout) as Record<string, unknown>
    expect(report).toEqual({
      outcome: 'failed',
      added: ['docs/good.md'],
      updated: [],
      renamed: [],
      refreshed: [],
      deleted: [],
      unchanged: 0,
      failed: [
        expect.objectContaining({ path: 'docs/latin1.md' }),
        expect.objectContaining({ path: 'docs/nul.md' }),
      ],
      skipped: [],
      sidecars: { written: expect.any(Array), restored: [], moved: [], orphaned: [] },
      ambiguous: [],
      likely_moved: [],
      chunking_drift: [],
      hints: expect.any(Array),
      link_scan: { scanned: [], dropped: [], issues: [] },
      // A heading alone makes no passage, so nothing hangs together.
      graph: expect.objectContaining({ stored: 0, authored: 0 }),
      elapsed_ms: expect.any(Number),
    })
  })

  it('goes with --quiet: the object on stdout, what needs attention on stderr', () => {
    const root = freshKb(FILES)
    const { stdout, stderr } = pnk(['sync', '--json', '--quiet'], { cwd: root })
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed' })
    expect(stderr).toMatch(/^failed: docs\/latin1\.md: /)
  })
})
