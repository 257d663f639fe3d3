import type { CachedExtraction } from '@pinakes/extract-free'
import { describe, expect, it } from 'vitest'
import { cacheRows } from '../../src/doctor/checks/extraction-cache.js'
import { canTakePdf } from '../../src/doctor/checks/pdf-extractor.js'
import { gitRows } from '../../src/doctor/checks/sidecars-in-git.js'
import type { Survey } from '../../src/doctor/survey.js'

describe('patterns that can take a PDF', () => {
  it.each(['**/*.pdf', '*', '**', 'docs/*', 'report.PDF', '*.p?f', '*.[pP][dD][fF]', 'a*f', '**/*.*'])(
    '%s can',
    (pattern) => expect(canTakePdf(pattern)).toBe(true),
  )
  it.each(['**/*.md', '*.txt', 'report.pdf.md', 'pdf', 'docs/pdf', '**/*.pdfx', '*.xpdf/*.md'])(
    '%s cannot',
    (pattern) => expect(canTakePdf(pattern)).toBe(false),
  )
})

describe('the extraction cache', () => {
  const entry = (hash: string, isPaid: boolean): CachedExtraction => ({
    name: `${hash}-3fa9.json`,
    bytes: 600,
    entry: { contentHash: hash, fingerprint: '3fa9', backend: 'b', isPaid },
  })
  const torn: CachedExtraction = { name: 'torn.json', bytes: 4, entry: null }

  it('is empty, or counted with its bytes', () => {
    expect(cacheRows([], null)).toMatchObject([{ status: 'OK', detail: 'empty' }])
    expect(cacheRows([entry('a', true), entry('b', false)], new Set(['a', 'b']))).toMatchObject([
      { status: 'OK', detail: '2 entries, 1.2 kB' },
    ])
  })

  it('counts free entries without a document, and warns of paid ones', () => {
    expect(cacheRows([entry('a', false)], new Set())).toMatchObject([
      { status: 'OK', detail: '1 entry, 600 B, 1 without a document' },
    ])
    expect(cacheRows([entry('a', true)], new Set())).toMatchObject([
      { status: 'OK' },
      {
        status: 'WARN',
        detail: expect.stringMatching(/^1 entry paid for, without a document.*: a-3fa9\.json$/),
      },
    ])
  })

  it('calls nothing an orphan where no index can be asked', () => {
    expect(cacheRows([entry('a', true)], null)).toMatchObject([{ status: 'OK', detail: '1 entry, 600 B' }])
  })

  it('warns of damaged entries', () => {
    expect(cacheRows([torn], new Set())).toMatchObject([
      { status: 'OK', detail: '1 entry, 4 B' },
      { status: 'WARN', detail: '1 entry damaged, which may have been paid for: torn.json' },
    ])
  })
})

describe('sidecars in git', () => {
  const survey = (...documents: string[]) => ({
    documents: new Set(documents),
    sidecars: documents.map((document) => ({
      path: `${document}.pnk.yaml`,
      document,
    })) as unknown as Survey['sidecars'],
    broken: [],
  })

  it('are well when they are tracked, and when they are as new as their documents', () => {
    const files = { tracked: ['docs/a.md', 'docs/a.md.pnk.yaml'], ignored: [] }
    expect(gitRows(survey('docs/a.md', 'docs/new.md'), files)).toMatchObject([{ status: 'OK' }])
  })

  it('are named when git ignores them, and when only the document is tracked', () => {
    const files = { tracked: ['docs/a.md', "docs/it's.md"], ignored: ['docs/a.md.pnk.yaml', 'x.log'] }
    expect(gitRows(survey('docs/a.md', "docs/it's.md"), files)).toEqual([
      {
        name: 'sidecars in git',
        status: 'WARN',
        detail: '1 sidecar ignored by git: docs/a.md.pnk.yaml',
        remedy: expect.stringContaining('git check-ignore -v'),
      },
      {
        name: 'sidecars in git',
        status: 'WARN',
        detail: "1 sidecar not in git, though the document is: docs/it's.md.pnk.yaml",
        remedy: "git add 'docs/it'\\''s.md.pnk.yaml'",
      },
    ])
  })

  it('are found under the other Unicode form of their name', () => {
    const files = { tracked: ['docs/Caf\u00e9.md', 'docs/Caf\u00e9.md.pnk.yaml'], ignored: [] }
    expect(gitRows(survey('docs/Cafe\u0301.md'), files)).toMatchObject([{ status: 'OK' }])
  })
})
