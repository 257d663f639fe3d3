import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { selectFiles, Tree } from '@pinakes/manifest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unmatchedHint } from '../../src/report/unmatched-hint.js'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pnk-unmatched-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function write(key: string, content: string | Uint8Array = 'text\n'): void {
  mkdirSync(dirname(join(root, key)), { recursive: true })
  writeFileSync(join(root, key), content)
}

function hint(
  options: { exclude?: string[]; pdfRemedy?: string | null; roots?: string[] } = {},
): string | null {
  const { exclude = [], pdfRemedy = null, roots = ['docs/'] } = options
  const { unmatched } = selectFiles(root, { roots, include: ['**/*.md'], exclude }, new Tree(root))
  return unmatchedHint(unmatched, { root, exclude, pdfRemedy })
}

describe('unmatchedHint', () => {
  it('is nothing when every file is taken', () => {
    write('docs/a.md')
    expect(hint()).toBeNull()
  })

  it('counts by suffix as on disk, the three commonest first, and names the pattern for the first', () => {
    for (const name of ['1.txt', '2.txt', '3.txt', '1.rst', '2.rst', 'a.ORG', 'b.adoc', 'Makefile'])
      write(`docs/${name}`)
    expect(hint()).toBe(
      '8 files match no `include` pattern: 3 .txt, 2 .rst, 1 .ORG and 2 more. Add "**/*.txt" to `include` in [sources], or `exclude` them.',
    )
  })

  it('prefers a real suffix on equal counts, and speaks of one file', () => {
    write('docs/Makefile')
    write('docs/a.txt')
    expect(hint()).toContain('1 .txt, 1 without a suffix.')
    rmSync(join(root, 'docs/a.txt'))
    expect(hint()).toContain('1 file matches no `include` pattern: 1 without a suffix. Add "**/*"')
  })

  it('counts no excluded files, no sidecars, nothing below a dot name, no binaries', () => {
    write('docs/drafts/a.txt')
    write('docs/b.md')
    write('docs/b.md.pnk.yaml')
    write('docs/.cache/c.txt')
    write('docs/.d.txt')
    write('docs/e.png', Uint8Array.from([0x89, 0x50, 0xff, 0xfe]))
    write('docs/f.bin', 'a\0b')
    expect(hint({ exclude: ['**/drafts/**'] })).toBeNull()
  })

  it('looks at dot names relative to the root', () => {
    write('.notes/a.txt')
    expect(hint({ roots: ['.notes'] })).toContain('1 .txt')
  })

  it('takes text whose last character the probe cuts', () => {
    write('docs/a.txt', `${'x'.repeat(8191)}é`)
    expect(hint()).toContain('1 .txt')
  })

  it('counts PDFs in any case and says what to do about them', () => {
    write('docs/a.PDF', Uint8Array.from([0xff, 0xff]))
    expect(hint({ pdfRemedy: 'Install it.' })).toMatch(/1 \.PDF\. .*Install it\.$/)
    expect(hint()).not.toContain('Install')
  })

  it('stops at 500 files per root', () => {
    for (let i = 0; i < 501; i++) write(`docs/${i}.txt`)
    expect(hint()).toMatch(/^500\+ files match/)
  })

  it('opens no pipe', () => {
    write('docs/a.md')
    execFileSync('mkfifo', [join(root, 'docs/pipe.txt')])
    expect(hint()).toBeNull()
  })
})
