import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acquireSyncLock, readLock, type SyncLockOptions } from '../../src/index.js'
import { formatRecord, type LockRecord, ownRecord } from '../../src/lock/lock-record.js'
import { runChild, startChild, untilLine } from '../children/run-child.js'
import { temporaryFolder } from '../store/fixture.js'

/** No process has it: Linux and macOS stay below. */
const DEAD_PID = 2 ** 22 + 1

function lockFile(folder: string): string {
  return join(folder, 'sync.lock')
}

/** A folder whose lock file holds `content`, written so long ago. */
function folderWith(content: string | Partial<LockRecord>, ageSeconds = 0): string {
  const folder = temporaryFolder()
  const text = typeof content === 'string' ? content : formatRecord({ ...ownRecord(), ...content })
  writeFileSync(lockFile(folder), text)
  const then = Date.now() / 1000 - ageSeconds
  utimesSync(lockFile(folder), then, then)
  return folder
}

async function acquire(folder: string, options: SyncLockOptions = {}) {
  const notices: string[] = []
  const outcome = await acquireSyncLock(folder, { onNotice: (message) => notices.push(message), ...options })
  return { outcome, notices }
}

/** Acquires, and expects that the old lock was taken over, that this was said, and that nothing else is left. */
async function expectTakeover(folder: string, options: SyncLockOptions = {}): Promise<string> {
  const { outcome, notices } = await acquire(folder, options)
  if (outcome.status !== 'acquired') throw new Error('busy')
  expect(outcome.lock.isHeld()).toBe(true)
  expect(notices).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(['sync.lock'])
  outcome.lock.release()
  expect(readdirSync(folder)).toEqual([])
  return notices.join()
}

/** Expects busy, and the file as it was. */
async function expectBusy(folder: string, options: SyncLockOptions = {}): Promise<LockRecord | null> {
  const before = readFileSync(lockFile(folder), 'utf8')
  const { outcome, notices } = await acquire(folder, options)
  if (outcome.status !== 'busy') throw new Error('acquired')
  expect(notices).toEqual([])
  expect(readFileSync(lockFile(folder), 'utf8')).toBe(before)
  expect(readdirSync(folder)).toEqual(['sync.lock'])
  return outcome.holder
}

describe('a free lock', () => {
  it('is acquired, says who holds it, and goes when it is released', async () => {
    const folder = join(temporaryFolder(), 'kb', '.pinakes')
    const { outcome, notices } = await acquire(folder)
    if (outcome.status !== 'acquired') throw new Error('busy')
    const { lock } = outcome
    expect(notices).toEqual([])
    expect(JSON.parse(readFileSync(lockFile(folder), 'utf8'))).toEqual({
      pid: process.pid,
      host: hostname(),
      started: expect.stringMatching(/^\d{8} \d\d:\d\d$/),
      nonce: lock.record.nonce,
      proc_started: lock.record.procStarted,
    })
    expect(readLock(folder)).toEqual({ path: lockFile(folder), record: lock.record, verdict: 'alive' })
    expect(lock.isHeld()).toBe(true)
    lock.release()
    lock.release()
    expect(lock.isHeld()).toBe(false)
    expect(readLock(folder)).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is busy for a second acquisition of the same process', async () => {
    const folder = temporaryFolder()
    const { outcome } = await acquire(folder)
    if (outcome.status !== 'acquired') throw new Error('busy')
    expect(await expectBusy(folder)).toEqual(outcome.lock.record)
    outcome.lock.release()
    expect((await acquire(folder)).outcome.status).toBe('acquired')
  })

  it('is released by nobody but its holder', async () => {
    const folder = temporaryFolder()
    const { outcome } = await acquire(folder)
    if (outcome.status !== 'acquired') throw new Error('busy')
    const other = formatRecord({ ...ownRecord(), host: 'elsewhere' })
    writeFileSync(lockFile(folder), other)
    expect(outcome.lock.isHeld()).toBe(false)
    outcome.lock.release()
    expect(readFileSync(lockFile(folder), 'utf8')).toBe(other)
  })

  it('is held no more once its file is gone', async () => {
    const folder = temporaryFolder()
    const { outcome } = await acquire(folder)
    if (outcome.status !== 'acquired') throw new Error('busy')
    rmSync(lockFile(folder))
    expect(outcome.lock.isHeld()).toBe(false)
    outcome.lock.release()
  })
})

describe('a lock file of', () => {
  it('a dead process is taken over, and that is said', async () => {
    const notice = await expectTakeover(folderWith({ pid: DEAD_PID, started: '20260725 15:00' }))
    expect(notice).toContain(`pid ${DEAD_PID} on ${hostname()} since 20260725 15:00 UTC`)
    expect(notice).toContain('not running any more')
  })

  it.each([0, -1])('pid %i is taken over', async (pid) => {
    await expectTakeover(folderWith({ pid }))
  })

  it('a live process is busy, whatever its stamp says', async () => {
    for (const started of ['20260725 15:00', '19700101 00:00', '29991231 23:59', '']) {
      // The pid of this test's parent lives on; no start is recorded, as in the Python edition.
      const record = { pid: process.ppid, started, nonce: null, procStarted: null }
      expect(await expectBusy(folderWith(record, 9999))).toMatchObject({ pid: process.ppid, started })
    }
  })

  it('a live process that has the pid of an ended one is taken over', async () => {
    await expectTakeover(folderWith({ pid: process.ppid, procStarted: 'linux:another-boot:1' }))
  })

  it('our own pid, from an earlier run, is taken over', async () => {
    await expectTakeover(folderWith({ procStarted: 'linux:another-boot:1' }))
    await expectTakeover(folderWith({ nonce: null, procStarted: null }))
  })

  it('another machine is refused, naming the holder and the way out, and left alone', async () => {
    const folder = folderWith({ host: 'elsewhere', pid: 77, started: '20260725 15:00' }, 1e6)
    const before = readFileSync(lockFile(folder), 'utf8')
    await expect(acquire(folder)).rejects.toMatchObject({
      code: 'LOCK_FOREIGN',
      message: expect.stringContaining('pid 77 on elsewhere since 20260725 15:00'),
      remedy: expect.stringContaining('--force-unlock'),
    })
    expect(readFileSync(lockFile(folder), 'utf8')).toBe(before)
    expect(readdirSync(folder)).toEqual(['sync.lock'])
  })

  const NOTHING = ['', 'garbage', '{"pid":12', '[]', '\0\0\0']

  it.each(NOTHING)('nothing (%j) is busy at first', async (text) => {
    expect(await expectBusy(folderWith(text, 1))).toBeNull()
  })

  it.each(NOTHING)('nothing (%j) is taken over once it is older than ten seconds', async (text) => {
    expect(await expectTakeover(folderWith(text, 11))).toContain('is old')
  })

  it('nothing from the future is taken over: the clock was set back', async () => {
    await expectTakeover(folderWith('', -86_400))
  })
})

describe('taking over by force', () => {
  it('works for another machine and for a file that says nothing, and is said', async () => {
    expect(await expectTakeover(folderWith({ host: 'elsewhere', pid: 77 }), { force: true })).toContain(
      'pid 77 on elsewhere',
    )
    await expectTakeover(folderWith('garbage'), { force: true })
    await expectTakeover(folderWith({ pid: DEAD_PID }), { force: true })
  })

  it('is refused while the holder is alive on this machine', async () => {
    const folder = folderWith({ pid: process.ppid, procStarted: null, nonce: null })
    await expect(acquire(folder, { force: true })).rejects.toMatchObject({
      code: 'LOCK_ALIVE',
      remedy: expect.stringContaining('delete'),
    })
    expect(existsSync(lockFile(folder))).toBe(true)
  })

  it('of a free lock is no take-over', async () => {
    const { outcome, notices } = await acquire(temporaryFolder(), { force: true })
    expect(outcome.status).toBe('acquired')
    expect(notices).toEqual([])
  })
})

describe('what lies in the way', () => {
  it('a folder of that name is named', async () => {
    const folder = temporaryFolder()
    mkdirSync(lockFile(folder))
    await expect(acquire(folder)).rejects.toMatchObject({
      code: 'LOCK_IO',
      remedy: expect.stringContaining('Remove'),
    })
  })

  it('a file in the place of the state folder is named', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.pinakes'), '')
    await expect(acquire(join(folder, '.pinakes'))).rejects.toMatchObject({ code: 'LOCK_IO' })
  })

  it('a dangling link is no free lock and is not followed', async () => {
    const folder = temporaryFolder()
    const target = join(temporaryFolder(), 'elsewhere')
    symlinkSync(target, lockFile(folder))
    expect((await acquire(folder)).outcome).toMatchObject({ status: 'busy', holder: null })
    expect(existsSync(target)).toBe(false)
  })

  it('drafts of killed processes are swept once they are old', async () => {
    const folder = temporaryFolder()
    for (const [name, ageSeconds] of [
      ['sync.lock.OLD', 9999],
      ['sync.lock.YOUNG', 1],
      ['other', 9999],
    ] as const) {
      writeFileSync(join(folder, name), 'draft')
      const then = Date.now() / 1000 - ageSeconds
      utimesSync(join(folder, name), then, then)
    }
    await acquire(folder)
    expect(readdirSync(folder).sort()).toEqual(['other', 'sync.lock', 'sync.lock.YOUNG'])
  })
})

describe('a folder that takes no lock', () => {
  // The limit on file size that stands for a full disk is set by a POSIX shell.
  it.skipIf(process.platform === 'win32')('is left as it was by a disk that is full', async () => {
    const folder = temporaryFolder()
    const { stderr, code } = await runChild('hold-lock', [folder], { fileLimit: 0 })
    expect(code).not.toBe(0)
    expect(stderr).toContain('LOCK_IO')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is a file: the remedy says so', async () => {
    const folder = join(temporaryFolder(), '.pinakes')
    writeFileSync(folder, 'mine')
    const refused = expect.objectContaining({
      code: 'LOCK_IO',
      remedy: expect.stringMatching(/^Move .*\.pinakes away/),
    })
    await expect(acquire(folder)).rejects.toThrow(refused)
    expect(() => readLock(folder)).toThrow(refused)
    expect(readFileSync(folder, 'utf8')).toBe('mine')
  })
})

describe('waiting', () => {
  it('gives up after its time', async () => {
    const folder = folderWith({ pid: process.ppid, procStarted: null })
    expect(await expectBusy(folder, { waitMs: 120 })).toMatchObject({ pid: process.ppid })
  })

  it('acquires as soon as the holder is done', async () => {
    const folder = temporaryFolder()
    const { outcome } = await acquire(folder)
    if (outcome.status !== 'acquired') throw new Error('busy')
    setTimeout(() => outcome.lock.release(), 80)
    expect((await acquire(folder, { waitMs: 30_000 })).outcome.status).toBe('acquired')
  })
})

describe('among processes', () => {
  it('the lock of a process that runs is busy, and released when it ends well', async () => {
    const folder = temporaryFolder()
    const child = startChild('hold-lock', [folder, 'hold'])
    const { pid } = JSON.parse(await untilLine(child, () => true))
    expect(await expectBusy(folder)).toMatchObject({ pid })
    child.stdin?.end()
    await once(child, 'exit')
    expect(readdirSync(folder)).toEqual([])
  })

  it('the lock of a process that was killed is taken over by the next, which says so', async () => {
    const folder = temporaryFolder()
    const child = startChild('hold-lock', [folder, 'hold'])
    await untilLine(child, () => true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readLock(folder)).toMatchObject({ verdict: 'dead', record: { pid: child.pid } })
    const { stdout } = await runChild('hold-lock', [folder])
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'acquired',
      notices: [expect.stringContaining(`pid ${child.pid}`)],
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('no two hold it at a time, with crashes and reclaimers among them', async () => {
    const folder = folderWith({ pid: DEAD_PID })
    const children = await Promise.all([
      ...Array.from({ length: 3 }, () => runChild('race-for-lock', [folder, '40'])),
      ...Array.from({ length: 3 }, (_, i) =>
        runChild('race-for-lock', [folder, String(5 + 10 * i), 'crash']),
      ),
    ])
    const held = children
      .flatMap(({ stdout }) => stdout.trim().split('\n'))
      .map((line) => JSON.parse(line) as { from: string; to: string; intact: boolean })
      .map(({ from, to, intact }) => ({ from: BigInt(from), to: BigInt(to), intact }))
      .sort((a, b) => (a.from < b.from ? -1 : 1))
    expect(held).toHaveLength(3 * 40 + 5 + 15 + 25)
    for (const [i, { from, intact }] of held.entries()) {
      expect(intact).toBe(true)
      expect(from >= (held[i - 1]?.to ?? 0n)).toBe(true)
    }
    await acquire(folder)
    expect(readdirSync(folder)).toEqual(['sync.lock'])
  })
})
