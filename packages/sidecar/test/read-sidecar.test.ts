import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import { expect, test } from 'vitest'
import { MAX_SIDECAR_BYTES, readSidecar, sidecarPathOf } from '../src/index.js'
import { ID, KB } from './support/ids.js'
import { tempKb } from './support/temp-kb.js'

function codeOf(path: string): string {
  try {
    readSidecar(path, KB)
  } catch (error) {
    if (isPinakesError(error)) return error.code
    throw error
  }
  return 'read'
}

test('the suffix is appended to the whole name, never substituted', () => {
  expect(sidecarPathOf('docs/report.pdf')).toBe('docs/report.pdf.pnk.yaml')
  expect(sidecarPathOf('docs/no-suffix')).toBe('docs/no-suffix.pnk.yaml')
})

test('a sidecar comes with its bytes and their hash', () => {
  const text = `\ufeffid: ${ID}\r\ntitle: ä\r\n`
  const { sidecar: path } = tempKb(text)
  const file = readSidecar(path, KB)
  expect(file).toMatchObject({ path, sidecar: { id: ID, title: 'ä' } })
  expect(Buffer.from(file.bytes).toString('utf8')).toBe(text)
  expect(file.hash).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`)
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('a link is followed', () => {
  const { root, sidecar } = tempKb(`id: ${ID}\n`)
  symlinkSync(sidecar, join(root, 'docs', 'b.md.pnk.yaml'))
  expect(readSidecar(join(root, 'docs', 'b.md.pnk.yaml'), KB).sidecar.id).toBe(ID)
})

test('what is not there, or dangles, is not found', () => {
  const { root } = tempKb(null)
  symlinkSync(join(root, 'gone'), join(root, 'docs', 'dangling.pnk.yaml'))
  expect(codeOf(join(root, 'docs', 'none.pnk.yaml'))).toBe('SIDECAR_NOT_FOUND')
  expect(codeOf(join(root, 'docs', 'dangling.pnk.yaml'))).toBe('SIDECAR_NOT_FOUND')
})

test('a directory, a pipe, a loop of links, a name below a file and a path with NUL are unreadable', () => {
  const { root } = tempKb(null)
  mkdirSync(join(root, 'docs', 'dir.pnk.yaml'))
  expect(codeOf(join(root, 'docs', 'dir.pnk.yaml'))).toBe('SIDECAR_UNREADABLE')
  symlinkSync('loop.pnk.yaml', join(root, 'docs', 'loop.pnk.yaml'))
  expect(codeOf(join(root, 'docs', 'loop.pnk.yaml'))).toBe('SIDECAR_UNREADABLE')
  expect(codeOf(join(root, 'docs', 'a\0b'))).toBe('SIDECAR_UNREADABLE')
  writeFileSync(join(root, 'docs', 'file'), '')
  expect(codeOf(join(root, 'docs', 'file', 'a.pnk.yaml'))).toBe('SIDECAR_UNREADABLE')
  execFileSync('mkfifo', [join(root, 'docs', 'pipe.pnk.yaml')])
  expect(codeOf(join(root, 'docs', 'pipe.pnk.yaml'))).toBe('SIDECAR_UNREADABLE')
})

test('a huge file is refused before it is read', () => {
  const { sidecar } = tempKb('')
  writeFileSync(sidecar, '')
  truncateSync(sidecar, MAX_SIDECAR_BYTES * 1000)
  expect(codeOf(sidecar)).toBe('SIDECAR_TOO_LARGE')
})
