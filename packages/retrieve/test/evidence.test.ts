import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sliceCodePoints } from '@pinakes/manifest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCitation } from '../src/citation.js'
import type { Passage } from '../src/contracts.js'
import { useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()

/** The text that a citation names, read from the file on disk by nothing but the rules of the format. */
function readCited(root: string, citation: string): string {
  const [reading] = parseCitation(citation)
  if (reading === undefined || reading.locator.kind !== 'span') throw new Error(`no span: ${citation}`)
  const raw = readFileSync(join(root, reading.path), 'utf8')
  const text = raw.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  return sliceCodePoints(text, reading.locator.start, reading.locator.end)
}

const HARD_CASES = {
  'docs/astral.md': '🧭🧭 before\n\n# Compass 🧭\n\nThe needle points north 🧭 always.',
  'docs/bom.md': '\ufeff# Mark\n\nneedle after a byte order mark',
  'docs/crlf.md': '# Lines\r\n\r\nneedle one\r\nneedle two\r\n\r\nthe end of the needle\r',
  'docs/cr.md': 'needle\r\rsecond needle',
  'docs/nfd.md': 'Cafe\u0301 by the needle\n\nAnother cafe\u0301.',
  'docs/long.md': `# Long\n\n${Array.from({ length: 90 }, (_, i) => `Sentence ${i} about a needle.`).join(' ')}`,
  'docs/x [1] (2):3-4.md': 'needle in an odd name',
  'docs/fence.md': '# A\n\n```sh\n# needle install\n\nneedle run\n```\n\n## B\n\nneedle at the end',
}

describe('every citation', () => {
  it('leads to exactly the text of its passage, read anew from the file', async () => {
    const kb = await make(HARD_CASES)
    const view = await open(kb)
    const seen = new Set<string>()
    for (const query of ['needle', 'café', 'compass', 'sentence 42', 'end']) {
      for (const { citation, text, path } of (await view.search(query, { k: 20 })).passages) {
        expect(readCited(kb.root, citation), citation).toBe(text)
        seen.add(path)
      }
    }
    expect(seen).toEqual(new Set(Object.keys(HARD_CASES)))
  })

  it('is understood by get, which gives the same text from the file', async () => {
    const kb = await make(HARD_CASES)
    const view = await open(kb)
    for (const { citation, text, chunkId, docId } of (await view.search('needle', { k: 20 })).passages) {
      const cited = await view.get(citation)
      expect(cited).toMatchObject({ citation, text, docId, origin: 'file', changedSinceIndex: false })
      expect(await view.get(chunkId)).toMatchObject({ citation, text, docId })
    }
  })

  it('holds for any document', async () => {
    const line = fc.oneof(
      fc.constantFrom('# A', '## B 🧭', '', '```', '- item', 'needle', '\u2028', 'e\u0301', '\ufeff'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    const lines = fc.array(line, { minLength: 1, maxLength: 12 })
    const ending = fc.constantFrom('\n', '\r\n', '\r')
    await fc.assert(
      fc.asyncProperty(lines, ending, async (body, eol) => {
        const kb = await make({ 'docs/a.md': `${[...body, '', 'needle'].join(eol)}` })
        const view = await open(kb)
        const { passages } = await view.search('needle', { k: 20 })
        expect(passages.length).toBeGreaterThan(0)
        for (const { citation, text } of passages) expect(readCited(kb.root, citation)).toBe(text)
      }),
      { numRuns: 25 },
    )
  })

  it('stays the same when an unrelated document is added', async () => {
    const kb = await make({ 'docs/a.md': '# A\n\nneedle' })
    const view = await open(kb)
    const key = ({ citation, chunkId, contentSha256 }: Passage) => [citation, chunkId, contentSha256]
    const before = (await view.search('needle')).passages.map(key)
    await kb.put({ 'docs/0.md': { text: 'something else entirely' } })
    expect((await view.search('needle')).passages.map(key)).toEqual(before)
  })
})

describe('passages of a file that changed', () => {
  it('are served as indexed, marked, and counted in a notice', async () => {
    const kb = await make({ 'docs/a.md': 'needle in a', 'docs/b.md': 'needle in b' })
    const view = await open(kb)
    expect((await view.search('needle')).notices).toEqual([])
    writeFileSync(join(kb.root, 'docs/a.md'), 'other in a!')
    const result = await view.search('needle')
    expect(new Map(result.passages.map((p) => [p.path, p.changedSinceIndex]))).toEqual(
      new Map([
        ['docs/a.md', true],
        ['docs/b.md', false],
      ]),
    )
    expect(result.notices).toEqual([expect.stringContaining('1 cited file has changed')])
    rmSync(join(kb.root, 'docs/b.md'))
    expect((await view.search('needle')).notices).toEqual([
      expect.stringContaining('1 cited file has changed'),
      expect.stringContaining('1 cited file is gone'),
    ])
  })
})
