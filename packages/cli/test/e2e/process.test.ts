import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  BIN,
  freshKb,
  listed,
  NODE,
  pnk,
  pnkJson,
  run,
  scratch,
  sidecarId,
  snapshot,
  startPnk,
  unprivileged,
} from './pnk.js'

/** Many documents of some size: a sync that is still at work when a signal arrives. */
const MANY = Object.fromEntries(
  Array.from({ length: 1200 }, (_, i) => [
    `docs/${i}.md`,
    `# Note ${i}\n\n${`Sentence number ${i}. `.repeat(60)}\n`,
  ]),
)

/** Starts a sync and waits until it holds the lock and has written something. */
async function syncAtWork(root: string, ...flags: string[]) {
  const child = startPnk(['sync', ...flags], { cwd: root })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdout.resume()
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  while (!existsSync(join(root, '.pinakes/sync.lock')) && child.exitCode === null) await sleep(2)
  return { child, ended, stderr: () => stderr }
}

const LOCK = '.pinakes/sync.lock'

describe('a signal during a sync', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s releases the lock, keeps what is finished, and ends with %i', async (signal, code) => {
    const root = freshKb(MANY)
    const { child, ended, stderr } = await syncAtWork(root)
    child.kill(signal)
    expect(await ended).toEqual({ code, signal: null })
    expect(stderr()).toMatch(
      /^error: stopped before the end; what was finished is kept\nrun the same command again/,
    )
    expect(existsSync(join(root, LOCK))).toBe(false)
    expect(pnk(['sync', '-q'], { cwd: root })).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(listed(root)).toHaveLength(1200)
  })
})

// A real terminal comes from `script`, whose options are those of Linux; the signal itself has tests of its own.
describe.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))('a closed terminal', () => {
  it('ends a sync that shows its progress there, and the lock is released', async () => {
    const root = freshKb(MANY)
    const terminal = spawn('/usr/bin/script', ['-qc', `"${NODE}" "${BIN}" sync`, '/dev/null'], {
      cwd: root,
      env: { ...process.env, CI: '', NO_COLOR: '', TERM: 'xterm-256color' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    while (!existsSync(join(root, LOCK)) && terminal.exitCode === null) await sleep(2)
    terminal.kill('SIGKILL')
    while (existsSync(join(root, LOCK))) await sleep(2)
    expect(pnk(['sync', '-q'], { cwd: root })).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(listed(root)).toHaveLength(1200)
  })
})

describe('kill -9 during a sync', () => {
  it('at any moment leaves files and ids intact, and the next sync ends as a clean one would', async () => {
    const documents = Object.fromEntries(Object.entries(MANY).slice(0, 200))
    const root = freshKb(documents)
    for (let delay = 0; delay < 12; delay++) {
      const { child, ended } = await syncAtWork(root, ...(delay % 3 === 2 ? ['--rebuild'] : []))
      await sleep(delay * 15)
      child.kill('SIGKILL')
      await ended
    }
    const ids = () => Object.keys(documents).map((path) => sidecarId(root, path))
    const done = pnk(['sync'], { cwd: root })
    expect(done.status, done.stderr).toBe(0)
    const before = ids()
    expect(new Set(before).size).toBe(200)
    expect(listed(root)).toHaveLength(200)
    const answers = () =>
      pnkJson<{ passages: unknown[] }>(['search', 'sentence number 42'], { cwd: root }).passages
    const interrupted = answers()
    rmSync(join(root, '.pinakes'), { recursive: true })
    expect(pnk(['sync', '-q'], { cwd: root }).status).toBe(0)
    expect(ids()).toEqual(before)
    expect(answers()).toEqual(interrupted)
    for (const [path, text] of Object.entries(documents))
      expect(readFileSync(join(root, path), 'utf8')).toBe(text)
  })
})

describe('two syncs at once', () => {
  it('one works, the other does nothing and ends with 0', async () => {
    const root = freshKb(MANY)
    const { ended } = await syncAtWork(root)
    const second = pnk(['sync'], { cwd: root })
    const quiet = pnk(['sync', '-q'], { cwd: root })
    expect(second).toMatchObject({ status: 0, stderr: '' })
    expect(second.stdout).toBe('another sync is running: nothing done\n')
    expect(quiet).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(listed(root)).toHaveLength(1200)
  })

  it('a reader meanwhile gets whole answers', async () => {
    const root = freshKb({ 'docs/first.md': 'alpha\n' })
    pnk(['sync'], { cwd: root })
    for (const [path, text] of Object.entries(MANY)) writeFileSync(join(root, path), text)
    const { child, ended } = await syncAtWork(root, '--rebuild')
    while (child.exitCode === null) {
      const { passages } = pnkJson<{ passages: { path: string }[] }>(['search', 'alpha'], { cwd: root })
      expect(passages.map(({ path }) => path)).toContain('docs/first.md')
      await sleep(1)
    }
    expect(await ended).toEqual({ code: 0, signal: null })
  })
})

describe('a lock that was left behind', () => {
  const record = (fields: Record<string, unknown>) => JSON.stringify({ started: '20250101 00:00', ...fields })
  const withLock = (content: string) => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    mkdirSync(join(root, '.pinakes'), { recursive: true })
    writeFileSync(join(root, LOCK), content)
    return root
  }

  it.each([
    ['of a dead process', record({ pid: 2 ** 22 - 3, host: hostname() })],
    ['of no process at all', record({ pid: 0, host: hostname() })],
    [
      'of a process that runs since another time',
      record({ pid: process.pid, host: hostname(), nonce: 'x', proc_started: '1' }),
    ],
  ])('%s is reclaimed, and that is said even when quiet', (_, content) => {
    const root = withLock(content)
    const done = pnk(['sync', '-q'], { cwd: root })
    expect(done).toMatchObject({ status: 0, stdout: '' })
    expect(done.stderr).toMatch(/lock/)
    expect(listed(root)).toEqual(['docs/a.md'])
    expect(existsSync(join(root, LOCK))).toBe(false)
  })

  it('of a live process here is respected, with or without force', () => {
    const root = withLock(record({ pid: process.pid, host: hostname() }))
    expect(pnk(['sync'], { cwd: root })).toMatchObject({
      status: 0,
      stdout: 'another sync is running: nothing done\n',
    })
    const forced = pnk(['sync', '--force-unlock'], { cwd: root })
    expect(forced).toMatchObject({ status: 1, stdout: '' })
    expect(existsSync(join(root, LOCK))).toBe(true)
  })

  it('of another computer is refused, naming it and the way out, which works', () => {
    const root = withLock(record({ pid: 7, host: 'elsewhere' }))
    const done = pnk(['sync'], { cwd: root })
    expect(done).toMatchObject({ status: 1, stdout: '' })
    expect(done.stderr).toContain('elsewhere')
    expect(done.stderr).toContain('--force-unlock')
    expect(pnk(['sync', '--force-unlock'], { cwd: root }).status).toBe(0)
    expect(listed(root)).toEqual(['docs/a.md'])
  })

  it.each(['', 'garbage', '{"pid":'])('with the content %j does not block for ever', (content) => {
    const root = withLock(content)
    const old = new Date(Date.now() - 60_000)
    spawnSync('touch', ['-d', old.toISOString(), join(root, LOCK)])
    expect(pnk(['sync'], { cwd: root }).status).toBe(0)
    expect(listed(root)).toEqual(['docs/a.md'])
  })
})

describe('a damaged index', () => {
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['cut to half', (path) => truncateSync(path, 20_000)],
    ['cut to nothing', (path) => truncateSync(path, 0)],
    ['overwritten with zeros', (path) => writeFileSync(path, Buffer.alloc(40_000))],
    ['replaced by text', (path) => writeFileSync(path, 'not a database')],
  ]

  it.each(damages)('%s is refused with the rebuild as remedy, which brings every id back', (_, damage) => {
    const root = freshKb({ 'docs/a.md': 'alpha\n', 'docs/b.md': 'beta\n' })
    pnk(['sync'], { cwd: root })
    const id = sidecarId(root, 'docs/a.md')
    const documents = snapshot(join(root, 'docs'))
    rmSync(join(root, '.pinakes/index.db-wal'), { force: true })
    damage(join(root, '.pinakes/index.db'))
    for (const args of [['search', 'alpha'], ['ls'], ['get', 'docs/a.md']]) {
      const done = pnk(args, { cwd: root })
      expect(done, args.join(' ')).toMatchObject({ status: 1, stdout: '' })
      expect(done.stderr, args.join(' ')).toContain('pnk sync --rebuild')
    }
    const doctor = pnk(['doctor'], { cwd: root })
    expect(doctor).toMatchObject({ status: 1, stderr: '' })
    expect(doctor.stdout).toMatch(/^FAIL index: .*\n {2}→ .*pnk sync --rebuild/m)
    expect(pnk(['sync', '--rebuild'], { cwd: root }).status).toBe(0)
    expect(pnkJson<{ doc_id: string }>(['get', 'docs/a.md'], { cwd: root }).doc_id).toBe(id)
    expect(snapshot(join(root, 'docs'))).toEqual(documents)
  })
})

describe('a knowledge base that may only be read', () => {
  it('answers, or says in one message why not', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    pnk(['sync'], { cwd: root })
    // Root passes every permission, so the tree stays root's and somebody else reads it.
    const asOther = unprivileged()
    if (process.getuid?.() !== 0) spawnSync('chmod', ['-R', 'a-w', root])
    spawnSync('chmod', ['-R', 'a+rX', join(root, '..')])
    const done = pnk(['search', 'alpha'], { cwd: root, ...asOther })
    expect(done, done.stderr).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toContain('[1] docs/a.md')
    const refused = pnk(['sync', '--rebuild'], { cwd: root, ...asOther })
    spawnSync('chmod', ['-R', 'u+w', root])
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/^error: .+\n.+\n$/)
  })
})

describe('a reader that goes away', () => {
  it('ends the command quietly', () => {
    const root = freshKb(
      Object.fromEntries(
        Array.from({ length: 400 }, (_, i) => [`docs/${i}.md`, `shared ${'word '.repeat(200)}\n`]),
      ),
    )
    pnk(['sync', '-q'], { cwd: root })
    const script = `"${NODE}" "${BIN}" search shared -k 20 --json | head -c 1; "${NODE}" "${BIN}" ls | head -n 1; true`
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: root, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^\{docs\//)
  })
})

describe('output that cannot be written', () => {
  // Only Linux has a device that refuses every byte.
  it.runIf(existsSync('/dev/full'))('is an error in words, not a dump', () => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    pnk(['sync'], { cwd: root })
    const done = run('sh', ['-c', `"${NODE}" "${BIN}" search alpha > /dev/full`], { cwd: root })
    expect(done.status).toBe(1)
    expect(done.stderr).toBe(
      'error: no space left on the device\nfree some space, then run the command again\n',
    )
  })

  it('to a closed stderr changes nothing', () => {
    const root = freshKb({ 'docs/a.md': 'a\0b\n' })
    const done = run('sh', ['-c', `"${NODE}" "${BIN}" sync -q 2>&-; echo "ended with $?"`], { cwd: root })
    expect(done.stdout).toBe('ended with 1\n')
  })
})

describe('a model that is not there, or not whole', () => {
  /** Preloaded before `pnk`: the built-in model resolves to `path`, or to nothing. */
  const modelAt = (path: string | null): string[] => {
    const preload = join(scratch(), 'model.cjs')
    const body =
      path === null
        ? "throw Object.assign(new Error('gone'), { code: 'MODULE_NOT_FOUND' })"
        : `return ${JSON.stringify(path)}`
    writeFileSync(
      preload,
      `const Module = require('node:module')
       const resolve = Module._resolveFilename
       Module._resolveFilename = function (request, ...rest) {
         if (request.startsWith('@pinakes/model-static-en/')) { ${body} }
         return resolve.call(this, request, ...rest)
       }`,
    )
    return ['--require', preload]
  }
  const file = (content: string | Uint8Array): string => {
    const path = join(scratch(), 'static-en.bin')
    writeFileSync(path, content)
    return path
  }
  const half = () => {
    const whole = readFileSync(createRequire(BIN).resolve('@pinakes/model-static-en/data/static-en.bin'))
    return whole.subarray(0, whole.length / 2)
  }

  it.each([
    ['absent', () => null],
    ['cut to half', () => file(half())],
    ['an HTML page', () => file('<!doctype html><title>503</title>')],
    ['empty', () => file('')],
  ])('(%s) leaves keyword search, which says so, and one clear message with the fix', (_, place) => {
    const root = freshKb({ 'docs/a.md': 'alpha\n' })
    pnk(['sync'], { cwd: root })
    const nodeArgs = modelAt(place())
    const json = pnkJson<{ degraded: string; passages: { path: string }[] }>(['search', 'alpha'], {
      cwd: root,
      nodeArgs,
    })
    expect(json.degraded).toMatch(/^keyword only: /)
    expect(json.passages.map(({ path }) => path)).toEqual(['docs/a.md'])
    expect(pnk(['search', 'alpha'], { cwd: root, nodeArgs }).stdout).toMatch(/^keyword only: .*npm install/m)
    writeFileSync(join(root, 'docs/b.md'), 'beta\n')
    const sync = pnk(['sync'], { cwd: root, nodeArgs })
    expect(sync).toMatchObject({ status: 1, stdout: '' })
    expect(sync.stderr).toMatch(/^error: .+\n.*npm install.*\n$/)
    const doctor = pnk(['doctor'], { cwd: root, nodeArgs })
    expect(doctor).toMatchObject({ status: 1, stderr: '' })
    expect(doctor.stdout).toMatch(/^FAIL embedding model: .+\n {2}→ .*npm install/m)
    expect(pnk(['sync'], { cwd: root })).toMatchObject({ status: 0, stderr: '' })
  })
})
