import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addFiles, freshKb, inTerminal, pnk, pnkJson } from './pnk.js'

const CACHE = '.pinakes/cache/extract'
const OPERATION = '01JV3M8Q6ZT4XN0R5K7WBYC2DE'

/** A cache entry for the document `name`, by its path. */
function entry(name: string, operation: string | null): readonly [string, string] {
  const hex = createHash('sha256').update(name).digest('hex')
  const body = {
    schema: 1,
    content_hash: `sha256:${hex}`,
    backend: operation === null ? 'pypdfium2' : 'claude-vision',
    fingerprint: '3fa9',
    page_count: 1,
    page_spans: [[0, 4]],
    text: 'text',
    per_page_provenance: [],
    operation_id: operation,
    call_ids: operation === null ? null : [],
  }
  return [`${CACHE}/${hex}-3fa9.json`, JSON.stringify(body)]
}

/** A knowledge base with two free entries, a paid one if asked for, a page in progress, a transcript and a ledger. */
function kbWithCache({ paid }: { readonly paid: boolean }): string {
  return freshKb({
    ...Object.fromEntries([
      entry('one', null),
      entry('two', null),
      ...(paid ? [entry('three', OPERATION)] : []),
    ]),
    [`${CACHE}/partial/ab-3fa9/0.json`]: '{"page":0,"text":"x"}',
    [`.pinakes/deep/${OPERATION}.json`]: '{}',
    '.pinakes/ledger.jsonl': '{}\n',
  })
}

const entries = (root: string) =>
  readdirSync(join(root, CACHE)).filter((name) => name.endsWith('.json')).length
const clear = (root: string, ...flags: string[]) => pnk(['sync', '--kb', root, ...flags])

describe('pnk sync --clear-cache', () => {
  it.each([['--clear-cache'], ['--clear-cache=all'], ['--clear-cache=paid']])(
    '%s --yes empties the cache of free entries and touches nothing else',
    (flag) => {
      const root = kbWithCache({ paid: false })
      expect(clear(root, flag, '--yes')).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^2 removed \(\d+ B\)\n$/),
        stderr: '',
      })
      expect(entries(root)).toBe(0)
      for (const kept of [
        `${CACHE}/partial/ab-3fa9/0.json`,
        `.pinakes/deep/${OPERATION}.json`,
        '.pinakes/ledger.jsonl',
      ])
        expect(existsSync(join(root, kept)), kept).toBe(true)
      expect(existsSync(join(root, '.pinakes/sync.lock'))).toBe(false)
      expect(existsSync(join(root, '.pinakes/index.db'))).toBe(false)
    },
  )

  it('does not take --yes alone for leave to delete what was paid for', () => {
    const root = kbWithCache({ paid: true })
    expect(clear(root, '--clear-cache', '--yes')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: 3 cached extractions \(.*\), 1 of them paid for or unreadable would be deleted, .*\npnk sync --yes --clear-cache=paid\n$/,
      ),
    })
    expect(entries(root)).toBe(3)
    expect(clear(root, '--clear-cache=paid', '--yes').status).toBe(0)
    expect(entries(root)).toBe(0)
  })

  it('takes a damaged entry for one that may have been paid for', () => {
    const root = kbWithCache({ paid: false })
    addFiles(root, { [`${CACHE}/torn.json`]: '{"schema":1,' })
    expect(clear(root, '--clear-cache', '--yes').status).toBe(1)
    expect(entries(root)).toBe(3)
  })

  it('=transcripts empties the transcripts alone', () => {
    const root = kbWithCache({ paid: true })
    expect(clear(root, '--clear-cache=transcripts')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('pnk sync --yes --clear-cache=transcripts\n'),
    })
    expect(clear(root, '--clear-cache=transcripts', '--yes').stdout).toBe('1 removed (2 B)\n')
    expect(readdirSync(join(root, '.pinakes/deep'))).toEqual([])
    expect(entries(root)).toBe(3)
  })

  it('without a terminal and without --yes refuses, naming the options', () => {
    const root = kbWithCache({ paid: false })
    expect(clear(root, '--clear-cache')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/nothing was done\npnk sync --yes --clear-cache\n$/),
    })
    expect(entries(root)).toBe(2)
  })

  it('has nothing to ask about an empty cache', () => {
    expect(clear(freshKb(), '--clear-cache')).toEqual({ status: 0, stdout: '0 removed\n', stderr: '' })
  })

  it.each([
    ['y\n', 0],
    ['n\n', 3],
    ['', 3],
  ])('asks on a terminal, also for what was paid for: %j leaves %i', (input, left) => {
    const root = kbWithCache({ paid: true })
    const done = inTerminal(['sync', '--clear-cache'], root, { input })
    expect(done).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Delete 3 cached extractions \(.*\), 1 of them paid .*\? \[y\/N\] $/),
    })
    expect(entries(root)).toBe(left)
  })

  it('waits for nobody: while a sync is running it does nothing', () => {
    const root = kbWithCache({ paid: false })
    const lock = JSON.stringify({ pid: process.pid, host: hostname(), started: '20260101 00:00' })
    addFiles(root, { '.pinakes/sync.lock': lock })
    expect(clear(root, '--clear-cache', '--yes')).toMatchObject({
      status: 0,
      stdout: 'another sync is running: nothing done\n',
    })
    expect(entries(root)).toBe(2)
  })

  it('--json says what went', () => {
    const root = kbWithCache({ paid: true })
    expect(pnkJson(['sync', '--kb', root, '--clear-cache=paid', '--yes'])).toMatchObject({
      outcome: 'cleared',
      target: 'paid',
      removed: 3,
      bytes: expect.any(Number),
      paid: 1,
    })
  })

  it('takes no other value, and no word after it', () => {
    expect(pnk(['sync', '--clear-cache=everything'])).toMatchObject({ status: 2, stdout: '' })
    expect(pnk(['sync', '--clear-cache', 'paid'])).toMatchObject({ status: 2, stdout: '' })
  })
})
