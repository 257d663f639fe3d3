import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { lockPath, withEditLock } from '../src/edit-lock.js'
import { editSidecar, readSidecar } from '../src/index.js'
import { DOC, ID, KB, uri } from './support/ids.js'
import { tempKb } from './support/temp-kb.js'

const WORKER = fileURLToPath(new URL('./support/edit-worker.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Starts a process that edits, and waits until it begins. */
async function startWorker(...args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', WORKER, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await once(child.stdout ?? child, 'data')
  return child
}

test('case 38: two processes that add links to one sidecar at once lose none', async () => {
  const { root, sidecar } = tempKb(`id: ${ID}\n# tail\n`)
  const start = (name: string) => startWorker('add', sidecar, root, KB, uri(DOC), name, '50')
  const workers = await Promise.all([start('a'), start('b')])
  const codes = await Promise.all(workers.map(async (worker) => (await once(worker, 'exit'))[0]))
  expect(codes).toEqual([0, 0])
  const relations = readSidecar(sidecar, KB).sidecar.links.map(({ rel }) => rel)
  const wanted = ['a', 'b'].flatMap((name) => Array.from({ length: 50 }, (_, n) => `${name} ${n}`))
  expect(relations.sort()).toEqual(wanted.sort())
  expect(readFileSync(sidecar, 'utf8')).toMatch(/^id: .*\nlinks:\n[^#]*# tail\n$/)
  expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
})

test('case 38: edits at once in one process lose none', async () => {
  const { root, sidecar } = tempKb(`id: ${ID}\n`)
  const add = (n: number) =>
    editSidecar(sidecar, [{ kind: 'add-link', to: uri(DOC), rel: `r ${n}` }], { owner: KB, kbRoot: root })
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)))
  expect(readSidecar(sidecar, KB).sidecar.links).toHaveLength(20)
})

test('case 38: a kill during a write leaves the old bytes or the new, and the next edit goes through', async () => {
  const text = `id: ${ID}\n# keep\nx: ${'long '.repeat(20_000)}\n`
  const { root, sidecar } = tempKb(text)
  for (let round = 0; round < 4; round++) {
    const worker = await startWorker('toggle', sidecar, root, KB)
    await sleep(20 + 37 * round)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    expect([text, `${text}tags:\n- even\n`, `${text}tags:\n- odd\n`]).toContain(readFileSync(sidecar, 'utf8'))
    await editSidecar(sidecar, [{ kind: 'set-tags', tags: [] }], { owner: KB, kbRoot: root })
    expect(readFileSync(sidecar, 'utf8')).toBe(text)
  }
  const leftover = readdirSync(dirname(sidecar)).filter((name) => name !== 'a.md.pnk.yaml')
  expect(leftover.every((name) => /^a\.md\.pnk\.yaml\..*\.new$/.test(name))).toBe(true)
})

test('a lock that was left behind is taken over: of a dead process at once, any other when it never changes hands', async () => {
  const { sidecar } = tempKb(`id: ${ID}\n`)
  const lock = lockPath(sidecar)
  const dead = spawn(process.execPath, ['-e', ''])
  await once(dead, 'exit')
  const left = [
    `${dead.pid} ${hostname()} nonce`,
    `${dead.pid} another-host nonce`,
    `${process.pid} ${hostname()} n`,
    'garbage',
    '',
  ]
  for (const record of left) {
    writeFileSync(lock, record)
    const holder = await withEditLock(sidecar, async () => readFileSync(lock, 'utf8'), { patienceMs: 50 })
    expect(holder.split(' ')[0]).toBe(String(process.pid))
    expect(holder).not.toBe(record)
    expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
  }
})

test('a lock that cannot be had does not stop the work', async () => {
  const { root, sidecar } = tempKb(`id: ${ID}\n`)
  mkdirSync(lockPath(sidecar))
  expect(await withEditLock(sidecar, async () => 'done', { patienceMs: 5 })).toBe('done')
  expect(await withEditLock(`${root}/none/a.md.pnk.yaml`, async () => 'done')).toBe('done')
})

test('on a disk that takes no byte more the sidecar stays as it was, and nothing is left beside it', async () => {
  const text = `id: ${ID}\n`
  const { root, sidecar } = tempKb(text)
  const node = [process.execPath, '--import', 'tsx', WORKER, 'add', sidecar, root, KB, uri(DOC), 'a', '1']
  const child = spawn('bash', ['-c', 'ulimit -f 0; exec "$@"', 'full', ...node], {
    cwd: ROOT,
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr?.on('data', (data) => said.push(String(data)))
  expect((await once(child, 'close'))[0]).toBe(1)
  expect(said.join('')).toContain('cannot be written: EFBIG')
  expect(readFileSync(sidecar, 'utf8')).toBe(text)
  expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
})
