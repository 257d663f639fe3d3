import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hugeFiles } from '../../bench/sync/huge-files.js'
import { makeKb } from '../../bench/sync/make-kb.js'
import { runPnk } from '../pnk.js'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pinakes-large-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it.each(hugeFiles())('$name is bounded, and harms no other document', async ({ text, isRefused }) => {
  makeKb(root, ['# A small one\n\nThe overshot wheel drives the mill.\n'])
  writeFileSync(join(root, 'docs/huge.md'), text())
  const sync = await runPnk(['sync', '--json', '--kb', root])
  const report = JSON.parse(sync.stdout) as { added: string[]; failed: { path: string; error: string }[] }
  const small = 'docs/part-000/document-00000.md'
  if (isRefused) {
    expect(report.failed).toMatchObject([{ path: 'docs/huge.md' }])
    expect(report.failed[0]?.error).toMatch(/line \d+ is too long: 48 MiB, the limit for a line is 4 MiB/)
  } else {
    expect(report.failed).toEqual([])
  }
  expect(report.added.sort()).toEqual(isRefused ? [small] : ['docs/huge.md', small])
  expect(sync.status).toBe(isRefused ? 1 : 0)
})
