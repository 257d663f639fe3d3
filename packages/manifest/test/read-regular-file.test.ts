import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRegularFile } from '../src/read-regular-file.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pnk-read-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('readRegularFile', () => {
  it('gives the bytes of a file, and of one behind a link', async () => {
    const file = join(folder, 'a.md')
    writeFileSync(file, 'text')
    symlinkSync(file, join(folder, 'link.md'))
    expect(await readRegularFile(file)).toEqual(Buffer.from('text'))
    expect(await readRegularFile(join(folder, 'link.md'))).toEqual(Buffer.from('text'))
  })

  it('refuses a folder, and what is not there, with the code of the system', async () => {
    await expect(readRegularFile(folder)).rejects.toThrow('no regular file')
    await expect(readRegularFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('does not wait at a named pipe', async () => {
    const pipe = join(folder, 'pipe.md')
    execFileSync('mkfifo', [pipe])
    await expect(readRegularFile(pipe)).rejects.toThrow('no regular file')
  })
})
