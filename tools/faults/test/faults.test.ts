import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, disturbed, removeBench, setUpBench } from '../bench.js'
import { moveClocks } from '../clock.js'
import { figureLines } from '../figures.js'
import type { FindingKind } from '../findings.js'
import { fillDisks } from '../full-disk.js'
import { injectFaults } from '../inject.js'
import { killRandomly } from '../kill.js'
import { argsFor, OPERATIONS, type Operation } from '../operations.js'
import { type Ended, runPnk } from '../pnk.js'

let bench: Bench
beforeAll(async () => {
  bench = await setUpBench()
})
afterAll(() => removeBench(bench))

describe('nothing is lost', () => {
  it('by 40 kills at random moments', async () => {
    const { kills, phases, findings } = await killRandomly(bench, 40, 1)
    expect(findings).toEqual([])
    expect(phases.before + phases.during + phases.after).toBe(kills)
    expect(phases.during).toBeGreaterThan(0)
  }, 300_000)

  it('by file system calls that fail', async () => {
    const { failed, findings } = await injectFaults(bench, 8)
    expect(findings).toEqual([])
    expect(failed.write).toBeGreaterThan(0)
    expect(failed.read).toBeGreaterThan(0)
  }, 300_000)

  it('by a full disk', async () => {
    const { refused, findings } = await fillDisks(bench, 2, OPERATIONS.slice(1, 3))
    expect(findings).toEqual([])
    expect(refused).toBeGreaterThan(0)
  }, 300_000)

  it('by a clock that is wrong', async () => {
    const { runs, findings } = await moveClocks(bench, OPERATIONS.slice(1, 2))
    expect(findings).toEqual([])
    expect(runs).toBeGreaterThan(5)
  }, 300_000)
})

const SYNC = OPERATIONS.find(({ name }) => name === 'sync') as Operation
const EDITED = 'docs/part-000/document-00012.md'

/** Kinds of findings after an undisturbed sync whose results `spoil` changes. */
async function findingsAfter(
  spoil: (root: string, ended: Ended) => Ended | undefined,
): Promise<Set<FindingKind>> {
  const { findings } = await disturbed(bench, {
    operation: SYNC,
    where: 'spoiled on purpose',
    disturb: async (root) => {
      const ended = await runPnk(argsFor(SYNC, root))
      return spoil(root, ended) ?? ended
    },
  })
  return new Set(findings.map(({ kind }) => kind))
}

const sidecarOf = (root: string, document = EDITED) => join(root, `${document}.pnk.yaml`)

describe.concurrent('the checks can fail:', () => {
  it('an undisturbed sync has no findings', async () => {
    expect(await findingsAfter(() => undefined)).toEqual(new Set())
  })

  it.each<[string, FindingKind, (root: string, ended: Ended) => Ended | undefined]>([
    ['a changed document', 'document', (root) => void appendFileSync(join(root, EDITED), 'x')],
    ['a lost document', 'document', (root) => void rmSync(join(root, EDITED))],
    ['a torn sidecar', 'sidecar', (root) => void truncateSync(sidecarOf(root), 9)],
    ['a lost sidecar', 'sidecar', (root) => void rmSync(sidecarOf(root))],
    [
      'another id',
      'ulid',
      (root) => {
        const text = readFileSync(sidecarOf(root), 'utf8')
        writeFileSync(sidecarOf(root), text.replace(/^id: .*/m, 'id: 01ARZ3NDEKTSV4RRFFQ69G5FAV'))
        return undefined
      },
    ],
    [
      'one id for two',
      'ulid',
      (root) => {
        writeFileSync(sidecarOf(root, 'docs/new/one.md'), readFileSync(sidecarOf(root)))
        return undefined
      },
    ],
    [
      'an index that nothing mends',
      'index',
      (root) => {
        const index = join(root, '.pinakes/index.db')
        for (const name of readdirSync(join(root, '.pinakes'))) rmSync(join(root, '.pinakes', name))
        mkdirSync(index)
        return undefined
      },
    ],
    [
      'another end',
      'diverged',
      (root) => {
        const manifest = join(root, 'pinakes.toml')
        const text = readFileSync(manifest, 'utf8')
        writeFileSync(manifest, text.replace('[sources]', '[sources]\nexclude = ["*00012.md"]'))
        return undefined
      },
    ],
    ['a stack trace', 'crash', (_, ended) => ({ ...ended, stderr: '    at run (file:///pnk.js:1:2)\n' })],
    ['a status of its own', 'crash', (_, ended) => ({ ...ended, status: 7, stderr: 'error: x\n' })],
    ['a failure without a word', 'crash', (_, ended) => ({ ...ended, status: 1, stdout: '', stderr: '' })],
  ])('%s is a finding', async (_, kind, spoil) => {
    expect([...(await findingsAfter(spoil))]).toContain(kind)
  })
})

it('the figures name every finding and every mechanism that is absent', () => {
  const lines = figureLines({
    seed: 3,
    kill: { kills: 2, phases: { before: 1, during: 1, after: 0 }, findings: [] },
    inject: { calls: { write: 9, read: 8 }, failed: { write: 5, read: 4 }, missed: 1, findings: [] },
    disk: { mechanisms: ['rlimit'], without: ['no tmpfs: not permitted'], runs: 4, refused: 3, findings: [] },
    clock: { runs: 6, findings: [{ kind: 'ulid', where: 'sync, the clock a day back', what: 'docs/a.md' }] },
    seconds: 12,
  })
  expect(lines).toEqual([
    'kills: 2 (1 before the lock, 1 under it, 0 after), seed 3',
    'failed calls: 5 of 9 writes, 4 of 8 reads; 1 did not come',
    'full disk (rlimit): 4 runs, 3 out of room',
    'no tmpfs: not permitted',
    'clock: 6 runs with the clock back or ahead',
    'documents changed: 0',
    'ULIDs lost, changed or shared: 1',
    'sidecars torn: 0',
    'indexes that one command does not mend: 0',
    'ends unlike those of an undisturbed twin: 0',
    'crashes: 0',
    '  ulid: sync, the clock a day back: docs/a.md',
    '12 s',
  ])
})
