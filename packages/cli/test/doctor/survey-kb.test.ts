import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mintUlid } from '@pinakes/manifest'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { surveyKb } from '../../src/doctor/survey-kb.js'

const COMPOSED = 'docs/caf\u00e9.md'
const DECOMPOSED = 'docs/cafe\u0301.md'
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pnk-survey-'))
  mkdirSync(join(root, 'docs'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function orphans(...files: readonly string[]): readonly string[] {
  for (const path of files) {
    writeFileSync(join(root, path), path.endsWith('.pnk.yaml') ? `id: ${mintUlid()}\n` : 'text\n')
  }
  const sources = { roots: ['docs/'], include: ['**/*.md'], exclude: [] }
  return surveyKb({ root, owner: mintUlid(), sources }).orphaned
}

it('takes a sidecar for that of the one document whose name looks the same, as sync does', () => {
  expect(orphans(DECOMPOSED, `${COMPOSED}.pnk.yaml`)).toEqual([])
})

it('calls a sidecar an orphan whose look-alike has a sidecar of its own', () => {
  expect(orphans(DECOMPOSED, `${DECOMPOSED}.pnk.yaml`, `${COMPOSED}.pnk.yaml`)).toEqual([
    `${COMPOSED}.pnk.yaml`,
  ])
})

it('reads no sidecar that a link leads out of the knowledge base, and calls it broken', () => {
  const outside = mkdtempSync(join(tmpdir(), 'pnk-survey-outside-'))
  try {
    writeFileSync(join(outside, 'foreign.yaml'), `id: ${mintUlid()}\n`)
    writeFileSync(join(root, 'docs/a.md'), 'text\n')
    symlinkSync(join(outside, 'foreign.yaml'), join(root, 'docs/a.md.pnk.yaml'))
    const sources = { roots: ['docs/'], include: ['**/*.md'], exclude: [] }
    expect(surveyKb({ root, owner: mintUlid(), sources })).toMatchObject({
      sidecars: [],
      broken: [
        {
          path: 'docs/a.md.pnk.yaml',
          reason: 'docs/a.md.pnk.yaml: symbolic link to a file outside the knowledge base, not followed',
        },
      ],
      orphaned: [],
    })
  } finally {
    rmSync(outside, { recursive: true })
  }
})
