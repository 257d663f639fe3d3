import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { libraryIds, ours } from './reference.js'

interface Golden {
  readonly text: string
  readonly ids: readonly number[]
}

const file = new URL('../fixtures/golden-tokens.json', import.meta.url)
const golden = JSON.parse(readFileSync(file, 'utf8')) as readonly Golden[]

/** Where the JavaScript library leaves the reference: it lowers a final sigma by its context. */
const LIBRARY_DIFFERS: ReadonlySet<string> = new Set(['ΟΔΟΣ'])

describe('WordPieceTokenizer against recorded ids of the reference implementation', () => {
  it('has more than 200 awkward texts to compare', () => {
    expect(golden.length).toBeGreaterThan(200)
  })

  it.each(golden.map(({ text, ids }) => [JSON.stringify(text).slice(0, 60), text, ids] as const))(
    'gives the ids of the reference for %s',
    (_, text, ids) => {
      expect([...ours.encode(text)]).toEqual(ids)
      expect(ours.countTokens(text)).toBe(ids.length)
    },
  )

  it('gives the ids of @huggingface/tokenizers for the same texts', () => {
    const different = golden.filter(({ text }) => ours.encode(text).join() !== libraryIds(text).join())
    expect(new Set(different.map(({ text }) => text))).toEqual(LIBRARY_DIFFERS)
  })
})
