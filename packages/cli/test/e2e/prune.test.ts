import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addFiles,
  freshKb,
  inTerminal,
  pnk,
  pnkJson,
  sidecarId,
  snapshot,
  startPnk,
  terminalArgs,
} from './pnk.js'

/** A synced knowledge base whose `docs/gone.md` and `docs/lost.md` are gone for good; `docs/a.md` links to the first. */
function kbWithOrphans(): string {
  const root = freshKb({ 'docs/a.md': '# A\n', 'docs/gone.md': '# Gone\n', 'docs/lost.md': '# Lost\n' })
  pnk(['sync', '--kb', root])
  const sidecar = `id: ${sidecarId(root, 'docs/a.md')}\ntitle: A\nlinks:\n- to: pnk://self/${sidecarId(root, 'docs/gone.md')}\n  rel: cites\n`
  addFiles(root, { 'docs/a.md.pnk.yaml': sidecar })
  for (const name of ['gone', 'lost']) rmSync(join(root, `docs/${name}.md`))
  pnk(['sync', '--kb', root])
  return root
}

const GONE = 'docs/gone.md.pnk.yaml'
const LOST = 'docs/lost.md.pnk.yaml'
const LISTED = `${GONE}\n  ! docs/a.md links to it\n${LOST}\n`
const isThere = (root: string, path: string) => existsSync(join(root, path))
/** Everything but the state. */
const files = (root: string) => new Map([...snapshot(root)].filter(([path]) => !path.startsWith('.pinakes')))

describe('pnk doctor --prune', () => {
  it('is the remedy of the check for orphans, and leaves nothing for it to find', () => {
    const root = kbWithOrphans()
    expect(pnk(['doctor', '--kb', root]).stdout).toMatch(
      /WARN orphaned sidecars: 2 .*\n {2}→ restore the documents; if they are gone for good: pnk doctor --prune\n/,
    )
    expect(pnk(['doctor', '--prune', '--yes', '--kb', root])).toEqual({
      status: 0,
      stdout: `${LISTED}2 sidecars deleted\n`,
      stderr: '',
    })
    expect([isThere(root, GONE), isThere(root, LOST), isThere(root, 'docs/a.md.pnk.yaml')]).toEqual([
      false,
      false,
      true,
    ])
    expect(isThere(root, '.pinakes/sync.lock')).toBe(false)
    expect(pnk(['doctor', '--prune', '--kb', root])).toEqual({
      status: 0,
      stdout: 'nothing to prune\n',
      stderr: '',
    })
  })

  it('without a terminal and without --yes names each, refuses and deletes nothing', () => {
    const root = kbWithOrphans()
    const before = files(root)
    expect(pnk(['doctor', '--prune', '--kb', root])).toEqual({
      status: 1,
      stdout: LISTED,
      stderr:
        'error: 2 sidecars would be deleted, and there is no terminal to ask on: nothing was done\n' +
        'pnk doctor --prune --yes\n',
    })
    expect(files(root)).toEqual(before)
  })

  it.each([
    ['y\n', true],
    ['YES\n', true],
    ['n\n', false],
    ['\n', false],
    ['', false],
    ['yep\n', false],
  ])('on a terminal asks, and takes %j for %s', (input, isYes) => {
    const root = kbWithOrphans()
    const done = inTerminal(['doctor', '--prune', '--kb', root], root, { input })
    expect(done).toMatchObject({ status: 0, stderr: 'Delete 2 sidecars? [y/N] ' })
    expect(done.stdout).toBe(`${LISTED}${isYes ? '2 sidecars deleted' : 'nothing deleted'}\n`)
    expect(isThere(root, GONE)).toBe(!isYes)
  })

  it('checks again after the answer: a document that is back keeps its sidecar', async () => {
    const root = kbWithOrphans()
    const child = startPnk(['doctor', '--prune'], { cwd: root, nodeArgs: terminalArgs() })
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (chunk) => String(chunk).includes('[y/N]') && resolve()),
    )
    writeFileSync(join(root, 'docs/gone.md'), '# Gone\n')
    child.stdin.write('y\n')
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    expect(stdout).toBe(`${LISTED}kept ${GONE}: it has changed, or its document is back\n1 sidecar deleted\n`)
    expect([isThere(root, GONE), isThere(root, LOST)]).toEqual([true, false])
  })

  it('SIGINT at the question deletes nothing', async () => {
    const root = kbWithOrphans()
    const before = files(root)
    const child = startPnk(['doctor', '--prune'], { cwd: root, nodeArgs: terminalArgs() })
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (chunk) => String(chunk).includes('[y/N]') && resolve()),
    )
    child.kill('SIGINT')
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130)
    expect(files(root)).toEqual(before)
    expect(isThere(root, '.pinakes/sync.lock')).toBe(false)
  })

  it('refuses while a root is missing', () => {
    const root = kbWithOrphans()
    renameSync(join(root, 'docs'), join(root, 'elsewhere'))
    const before = files(root)
    expect(pnk(['doctor', '--prune', '--yes', '--kb', root])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: docs cannot be looked into, .*: nothing was deleted\nmount it/),
    })
    expect(files(root)).toEqual(before)
  })

  it('leaves a sidecar whose document may only have moved, and one that cannot be read', () => {
    const root = freshKb({ 'docs/a.md': '# A\n', 'docs/b.md': '# B\n' })
    pnk(['sync', '--kb', root])
    renameSync(join(root, 'docs/a.md'), join(root, 'docs/moved.md'))
    rmSync(join(root, 'docs/b.md'))
    addFiles(root, { 'docs/b.md.pnk.yaml': 'id: [\n' })
    const done = pnk(['doctor', '--prune', '--yes', '--kb', root])
    expect(done).toEqual({
      status: 0,
      stdout:
        'kept docs/a.md.pnk.yaml: the index has its document as present: run pnk sync first\n' +
        'kept docs/b.md.pnk.yaml: cannot be read, so nobody can tell whose id it holds\n' +
        'nothing to prune\n',
      stderr: '',
    })
    const id = sidecarId(root, 'docs/a.md')
    pnk(['sync', '--kb', root])
    expect(sidecarId(root, 'docs/moved.md')).toBe(id)
  })

  it('leaves a sidecar beside a file that is only excluded', () => {
    const root = freshKb({ 'docs/a.md': '# A\n' })
    pnk(['sync', '--kb', root])
    renameSync(join(root, 'docs/a.md'), join(root, 'docs/a.unknown'))
    renameSync(join(root, 'docs/a.md.pnk.yaml'), join(root, 'docs/a.unknown.pnk.yaml'))
    expect(pnk(['doctor', '--prune', '--yes', '--kb', root]).stdout).toBe('nothing to prune\n')
    expect(isThere(root, 'docs/a.unknown.pnk.yaml')).toBe(true)
  })

  it('does nothing while a sync is running', () => {
    const root = kbWithOrphans()
    addFiles(root, {
      '.pinakes/sync.lock': JSON.stringify({ pid: process.pid, host: hostname(), started: '20260101 00:00' }),
    })
    const done = pnk(['doctor', '--prune', '--yes', '--kb', root])
    expect(done).toMatchObject({ status: 0, stdout: `${LISTED}another sync is running: nothing done\n` })
    expect(isThere(root, GONE)).toBe(true)
  })

  it('--json prints one object', () => {
    const root = kbWithOrphans()
    const gone = sidecarId(root, 'docs/gone.md')
    const lost = sidecarId(root, 'docs/lost.md')
    expect(pnkJson(['doctor', '--prune', '--yes', '--kb', root])).toEqual({
      outcome: 'pruned',
      orphaned: [
        { path: GONE, id: gone, linked_from: ['docs/a.md'] },
        { path: LOST, id: lost, linked_from: [] },
      ],
      removed: [GONE, LOST],
      kept: [],
    })
    expect(pnkJson(['doctor', '--prune', '--kb', root])).toEqual({
      outcome: 'pruned',
      orphaned: [],
      removed: [],
      kept: [],
    })
  })

  it('--yes alone is a usage error', () => {
    expect(pnk(['doctor', '--yes'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--yes goes with --prune'),
    })
  })
})
