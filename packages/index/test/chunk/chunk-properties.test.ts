import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkDocument } from '../../src/chunk/chunk-document.js'
import { plainBlocks } from '../../src/chunk/plain-blocks.js'
import { isBlank } from '../../src/chunk/whitespace.js'
import type { ChunkingSettings } from '../../src/contracts.js'
import { counters } from './counters.js'
import { naiveSplit } from './naive-split.js'

const LIMITS = [4, 10, 25].flatMap((maxTokens) =>
  [0, 1, 3, 9].filter((overlap) => overlap < maxTokens).map((overlap) => ({ maxTokens, overlap })),
)

const fragment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('alpha', 'be', 'gamma9', 'd', 'straße', 'Äpfel') },
  { weight: 4, arbitrary: fc.constantFrom(' ', ' ', '  ', '\t', '\u00a0') },
  { weight: 3, arbitrary: fc.constantFrom('\n', '\n\n', '\n \n', '\f', '\x85', '\x1c', '\u2028') },
  { weight: 3, arbitrary: fc.constantFrom('. ', '! ', '? ', '; ', ': ', '.', '.\n  ', 'e.g.') },
  { weight: 2, arbitrary: fc.constantFrom('😀', '今天我们讨论', '𝔘𝔫𝔦', 'e\u0301') },
  { weight: 1, arbitrary: fc.constantFrom('supercalifragilisticexpialidocious'.repeat(2), '=====') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\n# One\n', '\n## Two\n', '\n```\n', '\n~~~~\n', '\n1. A\n', '\n##\n'),
  },
)
const text = fc.array(fragment, { maxLength: 80 }).map((parts) => parts.join(''))

function settings(limits: { maxTokens: number; overlap: number }): ChunkingSettings {
  return { headings: 'numbered', metadata: 'off', ...limits }
}

describe.each(LIMITS)('max_tokens $maxTokens, overlap $overlap', (limits) => {
  it.each(Object.keys(counters))('holds the invariants counted by %s', (name) => {
    const countTokens = counters[name] ?? expect.unreachable()
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('markdown' as const, 'text' as const, 'code' as const),
        (doc, sourceType) => {
          const chunks = chunkDocument({ text: doc, sourceType, settings: settings(limits), countTokens })
          const points = [...doc]
          const covered = new Uint8Array(points.length)
          let previous = -1
          chunks.forEach((chunk, i) => {
            expect(chunk.ordinal).toBe(i)
            expect(chunk.text).toBe(points.slice(chunk.charStart, chunk.charEnd).join(''))
            expect(chunk.tokenCount).toBe(countTokens(chunk.text))
            expect(chunk.tokenCount).toBeLessThanOrEqual(limits.maxTokens)
            expect(isBlank(chunk.text, 0, chunk.text.length)).toBe(false)
            expect(chunk.charStart).toBeGreaterThan(previous)
            previous = chunk.charStart
            covered.fill(1, chunk.charStart, chunk.charEnd)
          })
          // Headings count as covered only where the document has a body; bare marks at its end never do.
          const dropped = points
            .filter((point, at) => !isBlank(point, 0, point.length) && covered[at] === 0)
            .join('')
          if (sourceType === 'code') expect(dropped).toBe('')
          else if (chunks.length > 0) expect(dropped).toMatch(/^#*$/)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each(Object.keys(counters))('splits as the specification is written, counted by %s', (name) => {
    const countTokens = counters[name] ?? expect.unreachable()
    fc.assert(
      fc.property(text, (doc) => {
        const chunks = chunkDocument({
          text: doc,
          sourceType: 'code',
          settings: settings(limits),
          countTokens,
        })
        const expected = plainBlocks(doc).flatMap((block) =>
          naiveSplit(doc.slice(block.start, block.end), { ...limits, countTokens }),
        )
        expect(chunks.map((chunk) => chunk.text)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })
})
