import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { addFiles, freshKb, listed, pnk, sidecarId, startPnk } from './pnk.js'

/** One line of `pnk watch --json`. */
interface WatchEvent {
  readonly added?: readonly string[]
  readonly updated?: readonly string[]
  readonly deleted?: readonly string[]
  readonly renamed?: readonly { readonly from: string; readonly to: string }[]
  readonly failed?: readonly { readonly path: string; readonly error: string }[]
  readonly sidecars?: { readonly written: readonly string[] }
  readonly error?: { readonly code: string; readonly remedy: string }
}

type Child = ReturnType<typeof startPnk>
const children: Child[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A watch that has begun, and what it prints. */
async function watching(root: string, ...flags: string[]) {
  const child = startPnk(['watch', '--kb', root, ...flags])
  children.push(child)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const events = () =>
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as WatchEvent)
  let seen = 0
  /** The next line of JSON that is as asked; those before it are passed over. */
  const next = async (isWanted: (event: WatchEvent) => boolean): Promise<WatchEvent> => {
    for (;;) {
      const all = events()
      while (seen < all.length) {
        const event = all[seen++]
        if (event !== undefined && isWanted(event)) return event
      }
      if (child.exitCode !== null) throw new Error(`pnk watch ended: ${stderr}`)
      await sleep(10)
    }
  }
  while (!stderr.includes('watching') && !flags.includes('--quiet') && child.exitCode === null)
    await sleep(10)
  return { child, ended, next, events, stdout: () => stdout, stderr: () => stderr }
}

const FILES = { 'docs/a.md': '# A\n\nfirst\n', 'docs/b.md': '# B\n\nsecond\n' }
const has = (paths: readonly string[] | undefined, path: string) => paths?.includes(path) === true

describe('pnk watch', () => {
  it('follows editors that save by renaming and by deleting, keeping ids', async () => {
    const root = freshKb(FILES)
    const { next } = await watching(root, '--json')
    expect((await next(({ added }) => has(added, 'docs/a.md'))).added).toEqual(['docs/a.md', 'docs/b.md'])
    const ids = [sidecarId(root, 'docs/a.md'), sidecarId(root, 'docs/b.md')]

    writeFileSync(join(root, 'docs/.a.md.swp'), '# A\n\nsaved by renaming\n')
    renameSync(join(root, 'docs/.a.md.swp'), join(root, 'docs/a.md'))
    await next(({ updated }) => has(updated, 'docs/a.md'))

    unlinkSync(join(root, 'docs/b.md'))
    writeFileSync(join(root, 'docs/b.md'), '# B\n\nsaved by deleting\n')
    await next(({ updated }) => has(updated, 'docs/b.md'))

    writeFileSync(join(root, 'docs/a.md'), '# A\n\nsaved in place\n')
    await next(({ updated }) => has(updated, 'docs/a.md'))
    expect([sidecarId(root, 'docs/a.md'), sidecarId(root, 'docs/b.md')]).toEqual(ids)
    expect(pnk(['search', 'saved in place', '--kb', root]).stdout).toContain('saved in place')
  })

  it('follows folders that appear, move and vanish', async () => {
    const root = freshKb(FILES)
    const { next } = await watching(root, '--json')
    await next(({ added }) => has(added, 'docs/a.md'))
    addFiles(root, { 'docs/new/deep/c.md': '# C\n' })
    await next(({ added }) => has(added, 'docs/new/deep/c.md'))
    writeFileSync(join(root, 'docs/new/deep/c.md'), '# C\n\nedited\n')
    await next(({ updated }) => has(updated, 'docs/new/deep/c.md'))
    const id = sidecarId(root, 'docs/new/deep/c.md')
    renameSync(join(root, 'docs/new'), join(root, 'docs/moved'))
    await next(({ renamed, updated, added, deleted }) =>
      JSON.stringify([renamed, updated, added, deleted]).includes('docs/moved/deep/c.md'),
    )
    expect(sidecarId(root, 'docs/moved/deep/c.md')).toBe(id)
    rmSync(join(root, 'docs/moved'), { recursive: true })
    await next(({ deleted }) => has(deleted, 'docs/moved/deep/c.md'))
    expect(listed(root)).toEqual(['docs/a.md', 'docs/b.md'])
  })

  it('keeps the documents of a root that vanishes, and goes on when it is back', async () => {
    const root = freshKb(FILES)
    const { next } = await watching(root, '--json')
    await next(({ added }) => has(added, 'docs/a.md'))
    renameSync(join(root, 'docs'), join(root, 'elsewhere'))
    const gone = await next(({ failed }) => (failed?.length ?? 0) > 0)
    expect(gone).toMatchObject({ deleted: [], failed: [{ path: 'docs' }] })
    expect(listed(root)).toEqual(['docs/a.md', 'docs/b.md'])
    renameSync(join(root, 'elsewhere'), join(root, 'docs'))
    await next(({ failed }) => failed?.length === 0)
    writeFileSync(join(root, 'docs/a.md'), '# A\n\nback again\n')
    await next(({ updated }) => has(updated, 'docs/a.md'))
  })

  it('waits for a lock that another process holds, and then does what is due', async () => {
    const root = freshKb(FILES)
    const { next, events } = await watching(root, '--json')
    await next(({ added }) => has(added, 'docs/a.md'))
    const lock = join(root, '.pinakes/sync.lock')
    const holder = { pid: process.pid, host: hostname(), started: '20260101 00:00' }
    while (existsSync(lock)) await sleep(5)
    writeFileSync(lock, JSON.stringify(holder))
    const before = events().length
    addFiles(root, { 'docs/c.md': '# C\n' })
    // Long enough for the first try and the second; both have to find the lock and leave it.
    await sleep(2500)
    expect(events()).toHaveLength(before)
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(holder)
    unlinkSync(lock)
    await next(({ added }) => has(added, 'docs/c.md'))
  })

  it('reports a manifest that does not load, and follows the roots of one that does', async () => {
    const root = freshKb(FILES)
    const { next } = await watching(root, '--json')
    await next(({ added }) => has(added, 'docs/a.md'))
    const manifest = join(root, 'pinakes.toml')
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, `${text}\n[[[\n`)
    const { error } = await next((event) => event.error !== undefined)
    expect(error).toMatchObject({ code: expect.stringMatching(/^MANIFEST_/), remedy: expect.any(String) })

    addFiles(root, { 'notes/n.md': '# N\n' })
    const roots = text.replace(/^roots = .*$/m, 'roots = ["docs/", "notes/"]')
    expect(roots).not.toBe(text)
    writeFileSync(manifest, roots)
    await next(({ added }) => has(added, 'notes/n.md'))
    writeFileSync(join(root, 'notes/n.md'), '# N\n\nedited\n')
    await next(({ updated }) => has(updated, 'notes/n.md'))
  })

  it('ends with an error when the knowledge base itself is gone', async () => {
    const root = freshKb(FILES)
    const { next, ended, stderr, events } = await watching(root, '--json')
    await next(({ added }) => has(added, 'docs/a.md'))
    rmSync(root, { recursive: true })
    expect(await ended).toBe(1)
    expect(stderr()).toContain(`error: ${root} is not there any more\nmount or restore it`)
    expect(events().at(-1)).toMatchObject({ error: { code: 'CLI_WATCH_FAILED' } })
    expect(existsSync(root)).toBe(false)
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends it cleanly with %i, at rest and at work', async (signal, code) => {
    const root = freshKb(FILES)
    const quietly = await watching(root, '--json')
    await quietly.next(({ added }) => has(added, 'docs/a.md'))
    quietly.child.kill(signal)
    expect(await quietly.ended).toBe(code)
    expect(quietly.stderr()).toMatch(/^watching .*; Ctrl-C ends it\n$/)

    mkdirSync(join(root, 'docs/many'))
    for (let i = 0; i < 1500; i++)
      writeFileSync(join(root, `docs/many/${i}.md`), `# ${i}\n\n${'word '.repeat(200)}`)
    const busily = await watching(root, '--json')
    const lock = join(root, '.pinakes/sync.lock')
    while (!existsSync(lock)) await sleep(1)
    busily.child.kill(signal)
    expect(await busily.ended).toBe(code)
    expect(existsSync(lock)).toBe(false)
    expect(pnk(['sync', '--kb', root]).status).toBe(0)
  })

  it('prints one plain line for a sync that did something, and none for one that did not', async () => {
    const root = freshKb(FILES)
    pnk(['sync', '--kb', root])
    const { child, ended, stdout, stderr } = await watching(root)
    addFiles(root, { 'docs/c.md': '# C\n', 'docs/broken.md': new Uint8Array([0xff, 0xfe, 0x00]) })
    while (!stdout().includes('\n')) await sleep(10)
    child.kill('SIGINT')
    await ended
    expect(stdout()).toBe(
      '1 indexed, 0 renamed, 0 metadata-only, 2 unchanged, 0 removed, 2 sidecars written, 1 failed\n',
    )
    expect(stderr()).toMatch(/^watching .*\nfailed: docs\/broken\.md: /)
  })

  it('under --quiet prints only what needs attention', async () => {
    const root = freshKb(FILES)
    const { child, ended, stdout, stderr } = await watching(root, '--quiet')
    addFiles(root, { 'docs/broken.md': new Uint8Array([0xff, 0xfe, 0x00]) })
    while (!stderr().includes('\n')) await sleep(10)
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    expect(stdout()).toBe('')
    expect(stderr()).toMatch(/^failed: docs\/broken\.md: /)
  })

  it('needs a knowledge base', () => {
    expect(pnk(['watch', '--kb', '/'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('pinakes.toml'),
    })
  })
})
