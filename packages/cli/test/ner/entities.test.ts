import { describe, expect, it } from 'vitest'
import { loadEntities } from '../../src/ner/load-entities.js'
import { wantsEntities } from '../../src/ner/wants-entities.js'

const extractor = await loadEntities()
const surfaces = (text: string) => extractor.extractEntities(text).map(({ surface }) => surface)

describe('names in English texts', () => {
  it('are runs of proper nouns, with their types', () => {
    const text = 'Ingrid Solheim rowed out to the steamer Marigold; write to ingrid@example.org.'
    expect(extractor.extractEntities(text).map(({ surface, type }) => [surface, type])).toEqual([
      ['Ingrid Solheim', 'proper-noun'],
      ['Marigold', 'proper-noun'],
      ['ingrid@example.org', 'email'],
    ])
  })

  it('are no dates, numbers and amounts', () => {
    expect(surfaces('On 20 October 1911 fourteen boats worth 300 pounds were lost on a Monday.')).toEqual([])
  })

  it('end with the line', () => {
    expect(surfaces('It belonged to Ingrid\n\nSolheim was away.')).toEqual(['Ingrid', 'Solheim'])
  })

  it('have their places in code points', () => {
    const text = '🚢🚢 the ship Marigold  Halcyon\r\n\tand Ingrid'
    const points = [...text]
    const found = extractor.extractEntities(text)
    expect(found.length).toBeGreaterThan(1)
    for (const { surface, start, end } of found) expect(points.slice(start, end).join('')).toBe(surface)
  })

  it.each(['', ' \n ', '\u0000\u0001', '🚢'.repeat(50), 'a'.repeat(20_000)])(
    '%#: a text without names has none',
    (text) => {
      expect(surfaces(text)).toEqual([])
    },
  )

  it('are the same at every reading; the model is named with its version', () => {
    const text = 'Ingrid met Torvald in Bergen.'
    expect(extractor.extractEntities(text)).toEqual(extractor.extractEntities(text))
    expect(extractor.model).toMatch(/^wink-nlp@\d+\.\d+\.\d+ wink-eng-lite-web-model@\d+\.\d+\.\d+$/)
  })
})

it('without its packages the refusal says what to install', async () => {
  await expect(loadEntities((module) => module === 'wink-nlp')).rejects.toMatchObject({
    code: 'CLI_NER_MISSING',
    remedy: 'npm install wink-nlp wink-eng-lite-web-model',
  })
})

it('names are asked for by the option, or by PINAKES_NER=1', () => {
  expect(wantsEntities(true, {})).toBe(true)
  expect(wantsEntities(false, { PINAKES_NER: '1' })).toBe(true)
  expect(wantsEntities(false, { PINAKES_NER: '0' })).toBe(false)
  expect(wantsEntities(false, {})).toBe(false)
})
