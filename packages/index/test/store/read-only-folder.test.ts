import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runChild, startChild, untilLine } from '../children/run-child.js'
import { write } from './documents.js'
import { newIndex, temporaryFolder, writer } from './fixture.js'

/** Rights do not hold root back, so then the child runs as nobody. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534 } : {}

const locked: string[] = []

afterEach(() => {
  for (const folder of locked.splice(0)) chmodSync(folder, 0o755)
})

/** A folder with a copy of the files named, which nobody but root can write. */
function readOnlyCopy(path: string, suffixes: readonly string[]): string {
  const outer = temporaryFolder()
  chmodSync(outer, 0o755)
  const folder = join(outer, 'a #b?%20')
  mkdirSync(folder)
  for (const suffix of suffixes) {
    const copy = join(folder, `index.db${suffix}`)
    copyFileSync(path + suffix, copy)
    chmodSync(copy, 0o444)
  }
  chmodSync(folder, 0o555)
  locked.push(folder)
  return join(folder, 'index.db')
}

async function search(path: string) {
  const before = temporaryCopies()
  const { stdout, stderr, code } = await runChild('search-once', [path, 'alpha'], UNPRIVILEGED)
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(temporaryCopies().filter((name) => !before.includes(name))).toEqual([])
  return JSON.parse(stdout)
}

/** The folders of copies that are left over; tests of other files have a longer prefix. */
function temporaryCopies(): string[] {
  return readdirSync(tmpdir()).filter((name) => /^pinakes-index-.{6}$/.test(name))
}

describe('in a folder that cannot be written', () => {
  it('an index that was closed cleanly is searched', async () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha', 'beta']))
    index.close()
    const path = readOnlyCopy(index.path, [''])
    expect(await search(path)).toEqual({ access: 'copy', lexical: 1, vector: expect.any(Number), chunks: 2 })
    expect(readdirSync(join(path, '..'))).toEqual(['index.db'])
  })

  it('an index with a log is searched with what the log holds', async () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    index.checkpoint()
    index.putDocument(write(2, ['alpha too']))
    const path = readOnlyCopy(index.path, ['', '-wal'])
    expect(await search(path)).toMatchObject({ access: 'copy', lexical: 2, chunks: 2 })
  })

  it('and without a temporary folder the message names both', async () => {
    const index = newIndex()
    index.close()
    const path = readOnlyCopy(index.path, [''])
    const args = [path, 'alpha', '/nonexistent/folder']
    const { stderr, code } = await runChild('search-once', args, UNPRIVILEGED)
    expect(code).toBe(1)
    expect(stderr).toContain('INDEX_UNREADABLE')
    expect(stderr).toContain('/nonexistent/folder')
    expect(stderr).toContain('Set TMPDIR')
  })

  it('an index with the files of a connected process is searched', async () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    const path = readOnlyCopy(index.path, ['', '-wal', '-shm'])
    expect(await search(path)).toMatchObject({ lexical: 1, chunks: 1 })
  })

  it('a copy follows the index when it is looked at again', async () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    index.close()
    const path = readOnlyCopy(index.path, [''])
    const child = startChild('search-twice', [path], UNPRIVILEGED)
    const first = await untilLine(child, () => true)
    expect(JSON.parse(first)).toEqual({ access: 'copy', changed: false, hits: 1 })
    const again = writer(index.path)
    again.putDocument(write(2, ['alpha']))
    again.close()
    chmodSync(join(path, '..'), 0o755)
    chmodSync(path, 0o644)
    copyFileSync(index.path, path)
    chmodSync(join(path, '..'), 0o555)
    const closed = once(child, 'close')
    const collected: string[] = []
    child.stdout?.on('data', (data) => collected.push(String(data)))
    child.stdin?.end('go\n')
    await closed
    expect(
      collected
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { access: 'copy', changed: true, hits: 2 },
      { access: 'copy', changed: false, hits: 2 },
    ])
  })

  it('a write says that the folder cannot be written', async () => {
    const index = newIndex()
    index.close()
    const path = readOnlyCopy(index.path, [''])
    for (const args of [
      ['open', path],
      ['create', `${path}.new`],
    ]) {
      const { stdout } = await runChild('write-once', args, UNPRIVILEGED)
      expect(JSON.parse(stdout)).toMatchObject({
        code: 'INDEX_READ_ONLY',
        remedy: expect.stringContaining('writable'),
      })
    }
    expect(readdirSync(join(path, '..'))).toEqual(['index.db'])
  })

  it('an index that may not be read says so', async () => {
    const index = newIndex()
    index.close()
    const path = readOnlyCopy(index.path, [''])
    chmodSync(path, 0o000)
    const { stdout } = await runChild('write-once', ['open', path], UNPRIVILEGED)
    expect(JSON.parse(stdout)).toMatchObject({ code: 'INDEX_UNREADABLE' })
  })
})
