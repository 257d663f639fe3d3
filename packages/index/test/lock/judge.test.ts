import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { judge, type LockFacts, type LockVerdict, systemFacts } from '../../src/lock/judge.js'
import type { LockRecord } from '../../src/lock/lock-record.js'
import { processStart } from '../../src/lock/process-start.js'

const OWN = 100
const ALIVE = 200
const DEAD = 300

const FACTS: LockFacts = {
  host: 'here',
  ownPid: OWN,
  isRunning: (pid) => pid === OWN || pid === ALIVE,
  processStart: (pid) => (pid === OWN || pid === ALIVE ? `boot2:${pid}` : null),
  holds: (nonce) => nonce === 'held',
}

const record = (fields: Partial<LockRecord>): LockRecord => ({
  pid: ALIVE,
  host: 'here',
  started: '20260725 15:00',
  nonce: 'n',
  procStarted: null,
  ...fields,
})

const ROWS: readonly [string, Partial<LockRecord>, LockVerdict][] = [
  ['a live process', {}, 'alive'],
  ['a live process that started when the record says', { procStarted: 'boot2:200' }, 'alive'],
  ['a live process that got the pid of another', { procStarted: 'boot2:7' }, 'dead'],
  ['a live process with the pid and ticks of one before the last boot', { procStarted: 'boot1:200' }, 'dead'],
  ['a process that is gone', { pid: DEAD }, 'dead'],
  ['pid 0', { pid: 0 }, 'dead'],
  ['a negative pid, which kill() would take for a group', { pid: -ALIVE }, 'dead'],
  ['another machine', { host: 'there' }, 'foreign'],
  ['another machine, with a pid that is dead here', { host: 'there', pid: DEAD }, 'foreign'],
  ['this very run', { pid: OWN, nonce: 'held' }, 'alive'],
  ['this very process, from another copy of the code', { pid: OWN, procStarted: 'boot2:100' }, 'alive'],
  ['our pid in an earlier run', { pid: OWN, procStarted: 'boot1:100' }, 'dead'],
  ['our pid, written by the other edition in an earlier run', { pid: OWN, nonce: null }, 'dead'],
  [
    'a start long before boot, or in the future: the stamp counts for nothing',
    { started: '29991231 23:59' },
    'alive',
  ],
]

describe('a lock of', () => {
  it.each(ROWS)('%s', (_, fields, verdict) => {
    expect(judge(record(fields), 0, FACTS)).toBe(verdict)
  })

  it('a live process whose start cannot be told is respected', () => {
    const facts = { ...FACTS, processStart: () => null }
    expect(judge(record({ procStarted: 'boot2:7' }), 0, facts)).toBe('alive')
  })
})

describe('a file that says nothing', () => {
  it.each([
    [0, 'unreadable'],
    [10_000, 'unreadable'],
    [10_001, 'abandoned'],
    [-9_000, 'unreadable'],
    [-86_400_000, 'abandoned'],
  ] as const)('and was written %i ms ago is %s', (ageMs, verdict) => {
    expect(judge(null, ageMs, FACTS)).toBe(verdict)
  })
})

describe('this machine', () => {
  const facts = systemFacts(new Set())

  it('knows which processes run: those of other users do, pids that cannot be do not', () => {
    expect(facts.host).toBe(hostname())
    expect(facts.isRunning(process.pid)).toBe(true)
    expect(facts.isRunning(1)).toBe(true)
    for (const pid of [2 ** 22 + 1, 2 ** 31, 2 ** 53]) expect(facts.isRunning(pid), String(pid)).toBe(false)
    const { pid } = spawnSync(process.execPath, ['--version'])
    expect(facts.isRunning(pid)).toBe(false)
  })

  it('tells the start of a process the same way each time, and differently for another', () => {
    const start = processStart(process.pid)
    expect(processStart(process.pid)).toBe(start)
    // Windows does not tell; everywhere else a process has a start.
    expect(start === null).toBe(process.platform === 'win32')
    if (start !== null) expect(processStart(process.ppid)).not.toBe(start)
    for (const pid of [0, -1, 1.5, 2 ** 22 + 1]) expect(processStart(pid)).toBeNull()
  })
})
