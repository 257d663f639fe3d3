import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, test } from 'vitest'
import { editSidecar, readSidecar, type SidecarEdit } from '../src/index.js'
import { DOC, ID, KB, uri } from './support/ids.js'
import { tempKb } from './support/temp-kb.js'

const ADD: SidecarEdit = { kind: 'add-link', to: uri(DOC), rel: 'cites' }
const TEXT = `id: ${ID}\ntitle: a # comment\n`

async function codeOf(path: string, kbRoot: string, edits: readonly SidecarEdit[] = [ADD]): Promise<string> {
  try {
    await editSidecar(path, edits, { owner: KB, kbRoot })
  } catch (error) {
    if (isPinakesError(error)) return error.code
    throw error
  }
  return 'edited'
}

test('an edit replaces the file, keeps its permissions and leaves nothing else behind', async () => {
  const { root, sidecar } = tempKb(TEXT)
  chmodSync(sidecar, 0o640)
  const { changed, file } = await editSidecar(sidecar, [ADD], { owner: KB, kbRoot: root })
  expect(changed).toBe(true)
  expect(readFileSync(sidecar, 'utf8')).toBe(`${TEXT}links:\n- to: ${uri(DOC)}\n  rel: cites\n`)
  expect(file).toEqual(readSidecar(sidecar, KB))
  expect(statSync(sidecar).mode & 0o777).toBe(0o640)
  expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
})

test('an edit that changes no data writes nothing: the file keeps its times and its inode', async () => {
  const { root, sidecar } = tempKb(TEXT)
  const old = new Date('2020-01-01T00:00:00Z')
  utimesSync(sidecar, old, old)
  const before = statSync(sidecar)
  const edits: SidecarEdit[] = [
    { kind: 'set-links', links: [] },
    { kind: 'set-tags', tags: [] },
    { kind: 'clear-extraction' },
  ]
  const { changed, file } = await editSidecar(sidecar, edits, { owner: KB, kbRoot: root })
  expect(changed).toBe(false)
  expect(file).toEqual(readSidecar(sidecar, KB))
  expect(statSync(sidecar)).toMatchObject({
    mtimeMs: before.mtimeMs,
    ctimeMs: before.ctimeMs,
    ino: before.ino,
  })
})

test('a refused edit leaves the file as it was', async () => {
  const { root, sidecar } = tempKb(`${TEXT}links: &l []\nx: *l\n`)
  const before = readFileSync(sidecar)
  expect(await codeOf(sidecar, root)).toBe('SIDECAR_SHARED')
  expect(readFileSync(sidecar)).toEqual(before)
  expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
})

test('what is not there is not created, and a directory is no sidecar', async () => {
  const { root, sidecar } = tempKb(null)
  expect(await codeOf(sidecar, root)).toBe('SIDECAR_NOT_FOUND')
  mkdirSync(sidecar)
  expect(await codeOf(sidecar, root)).toBe('SIDECAR_UNREADABLE')
})

describe('a sidecar that is a symbolic link', () => {
  test('is written through: its target changes, the link stays', async () => {
    const { root, sidecar } = tempKb(null)
    mkdirSync(join(root, 'meta'))
    const target = join(root, 'meta', 'real.yaml')
    writeFileSync(target, TEXT)
    symlinkSync('../meta/real.yaml', sidecar)
    expect(await codeOf(sidecar, root)).toBe('edited')
    expect(lstatSync(sidecar).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toContain('rel: cites')
    expect(readdirSync(join(root, 'meta'))).toEqual(['real.yaml'])
  })

  test('to a file outside of the KB is refused, and that file left alone', async () => {
    const outside = tempKb(TEXT)
    const { root, sidecar } = tempKb(null)
    symlinkSync(outside.sidecar, sidecar)
    expect(await codeOf(sidecar, root)).toBe('SIDECAR_OUTSIDE_KB')
    expect(readFileSync(outside.sidecar, 'utf8')).toBe(TEXT)
  })

  test('in a folder that leads outside is refused as well', async () => {
    const outside = tempKb(TEXT)
    const { root } = tempKb(null)
    symlinkSync(join(outside.root, 'docs'), join(root, 'docs', 'alias'))
    expect(await codeOf(join(root, 'docs', 'alias', 'a.md.pnk.yaml'), root)).toBe('SIDECAR_OUTSIDE_KB')
    expect(readFileSync(outside.sidecar, 'utf8')).toBe(TEXT)
  })

  test('that dangles is not found', async () => {
    const { root, sidecar } = tempKb(null)
    symlinkSync('gone', sidecar)
    expect(await codeOf(sidecar, root)).toBe('SIDECAR_NOT_FOUND')
    expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
  })

  test('a KB reached by a link itself is no obstacle', async () => {
    const { root } = tempKb(TEXT)
    const other = tempKb(null)
    const alias = join(other.root, 'kb')
    symlinkSync(root, alias)
    expect(await codeOf(join(alias, 'docs', 'a.md.pnk.yaml'), alias)).toBe('edited')
  })
})

test('a write that the file system refuses leaves the file as it was, with a remedy', async () => {
  const { root } = tempKb(null)
  // Deep enough that the sidecar's own path is just allowed and that of a file beside it is not, for root too.
  const limit = process.platform === 'linux' ? 4095 : 1023
  let folder = join(root, 'docs')
  while (folder.length < limit - 230) folder = join(folder, 'd'.repeat(200))
  const path = join(folder, 'a'.repeat(limit - 1 - folder.length - '.pnk.yaml'.length).concat('.pnk.yaml'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, TEXT)
  expect(await codeOf(path, root)).toBe('SIDECAR_WRITE')
  expect(readFileSync(path, 'utf8')).toBe(TEXT)
  expect(readdirSync(folder)).toHaveLength(1)
})

test('the longest name that a file system takes can be edited', async () => {
  const { root } = tempKb(null)
  const path = join(root, 'docs', `${'x'.repeat(255 - '.pnk.yaml'.length)}.pnk.yaml`)
  writeFileSync(path, TEXT)
  expect(await codeOf(path, root)).toBe('edited')
  expect(readdirSync(dirname(path))).toHaveLength(1)
})

describe('a file that changes under the edit', () => {
  /** Edits whose list of links saves another version of the file each time it is read, as an editor might. */
  function savedMeanwhile(sidecar: string, times: number): SidecarEdit[] {
    let left = times
    const edit: SidecarEdit = {
      kind: 'set-links',
      get links() {
        if (left-- > 0) {
          writeFileSync(`${sidecar}.tmp`, `${TEXT}saved: ${left}\n`)
          renameSync(`${sidecar}.tmp`, sidecar)
        }
        return [{ to: uri(DOC), rel: 'cites' }]
      },
    }
    return [edit]
  }

  test('is read again, and the edit made on what it now holds', async () => {
    const { root, sidecar } = tempKb(TEXT)
    expect(await codeOf(sidecar, root, savedMeanwhile(sidecar, 3))).toBe('edited')
    expect(readFileSync(sidecar, 'utf8')).toBe(`${TEXT}saved: 0\nlinks:\n- to: ${uri(DOC)}\n  rel: cites\n`)
  })

  test('is given up after three tries, with what the other wrote', async () => {
    const { root, sidecar } = tempKb(TEXT)
    expect(await codeOf(sidecar, root, savedMeanwhile(sidecar, 100))).toBe('SIDECAR_CONFLICT')
    expect(readFileSync(sidecar, 'utf8')).toMatch(/saved: \d+\n$/)
    expect(readdirSync(dirname(sidecar))).toEqual(['a.md.pnk.yaml'])
  })
})
