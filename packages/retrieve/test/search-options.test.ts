import { describe, expect, it } from 'vitest'
import type { SearchOptions } from '../src/contracts.js'
import { isUsageErrorCode, RetrieveError } from '../src/errors.js'
import { checkSearch } from '../src/search-options.js'

const widths = { finalK: 8, fusionTopK: 20 }
const check = (options: SearchOptions, query = 'words') => checkSearch(query, options, widths)
const refusal = (run: () => unknown): RetrieveError => {
  try {
    run()
  } catch (error) {
    if (error instanceof RetrieveError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a search request', () => {
  it('takes final_k passages unless told otherwise', () => {
    expect(check({}).k).toBe(8)
    expect(check({ k: 3 }).k).toBe(3)
  })

  it('ranks no more than fusion_top_k passages, and says so', () => {
    expect(check({ k: 20 })).toMatchObject({ k: 20, notices: [] })
    const { k, notices } = check({ k: 1e6 })
    expect(k).toBe(20)
    expect(notices[0]).toContain('fusion_top_k = 20')
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('refuses %s as any limit', (value) => {
    for (const parameter of ['k', 'maxPerDocument', 'maxTokens']) {
      const error = refusal(() => check({ [parameter]: value }))
      expect(error.code).toBe('RETRIEVE_LIMIT_INVALID')
      expect(error.details).toEqual({ parameter })
      expect(isUsageErrorCode(error.code)).toBe(true)
    }
  })

  it.each([1_000_001, 1e9])('refuses %s passages: nobody means that', (k) => {
    const error = refusal(() => check({ k }))
    expect(error).toMatchObject({ code: 'RETRIEVE_LIMIT_INVALID', details: { parameter: 'k' } })
    expect(error.message).toContain('from 1 to 1000000')
  })

  it.each(['', ' ', '\n\t', '\u3000'])('refuses the empty query %j as a usage error', (query) => {
    const error = refusal(() => check({}, query))
    expect(error.code).toBe('RETRIEVE_QUERY_EMPTY')
    expect(isUsageErrorCode(error.code)).toBe(true)
    expect(error.remedy).not.toBe('')
  })

  it('refuses a query that no one typed', () => {
    expect(refusal(() => check({}, 'x'.repeat(8193))).code).toBe('RETRIEVE_QUERY_INVALID')
    expect(refusal(() => check({}, 5 as unknown as string)).code).toBe('RETRIEVE_QUERY_INVALID')
  })

  it('keeps queries without a searchable character: they simply find nothing', () => {
    for (const query of ['*', '^', '{}', ';--']) expect(check({}, query).query).toBe(query)
  })

  it('bounds entities and concepts', () => {
    expect(check({ entities: [' Ada ', ''], concepts: ['loan'] })).toMatchObject({
      entities: ['Ada'],
      concepts: ['loan'],
    })
    const many = Array.from({ length: 17 }, (_, i) => `e${i}`)
    expect(refusal(() => check({ entities: many })).details).toEqual({ parameter: 'entities' })
    expect(refusal(() => check({ concepts: ['x'.repeat(201)] })).code).toBe('RETRIEVE_EXPANSION_INVALID')
    expect(check({ concepts: ['🧭'.repeat(200)] }).concepts).toHaveLength(1)
  })
})
