import type { SourceType } from '@pinakes/extract-free'
import { describe, expect, it } from 'vitest'
import { dayEnd, dayStart } from '../src/dates.js'
import { toChunkFilter } from '../src/filters.js'

const refused = (parameter: string) =>
  expect.objectContaining({ code: 'RETRIEVE_FILTER_INVALID', details: { parameter } })

describe('days', () => {
  it('begin and end at midnight UTC', () => {
    expect(dayStart('20260131')).toBe(Date.UTC(2026, 0, 31) / 1000)
    expect(dayEnd('20260131')).toBe(Date.UTC(2026, 1, 1) / 1000)
    expect(dayStart('19700101')).toBe(0)
  })

  it('know leap years, and years before 100', () => {
    expect(dayStart('20240229')).not.toBeNull()
    expect(dayStart('20000229')).not.toBeNull()
    expect(dayStart('00500101')).toBeLessThan(dayStart('19000101') ?? 0)
    for (const day of ['20230229', '19000229']) expect(dayStart(day)).toBeNull()
  })

  it.each([
    '',
    '2026',
    '2026-01-31',
    '20261301',
    '20260100',
    '20260230',
    '202601311',
    ' 20260131',
    '２０２６０１３１',
  ])('are refused for %j', (text) => {
    expect(dayStart(text)).toBeNull()
    expect(dayEnd(text)).toBeNull()
  })
})

describe('filters', () => {
  it('default to none', () => {
    expect(toChunkFilter()).toEqual({})
    expect(toChunkFilter({ tags: [] })).toEqual({})
  })

  it('keep tags and prefixes literal and make dates whole days', () => {
    expect(
      toChunkFilter({
        tags: ['a_b', 'a_b', '100%'],
        pathPrefix: 'docs/a_b％',
        sourceType: 'markdown',
        modifiedAfter: '20260101',
        modifiedBefore: '20260101',
      }),
    ).toEqual({
      tags: ['a_b', '100%'],
      pathPrefix: 'docs/a_b％',
      sourceType: 'markdown',
      modifiedFrom: Date.UTC(2026, 0, 1) / 1000,
      modifiedBefore: Date.UTC(2026, 0, 2) / 1000,
    })
  })

  it('refuse a day that is none, naming the parameter', () => {
    expect(() => toChunkFilter({ modifiedAfter: '20260230' })).toThrow(refused('modifiedAfter'))
    expect(() => toChunkFilter({ modifiedBefore: 'yesterday' })).toThrow(refused('modifiedBefore'))
  })

  it('refuse a first day behind the last: nothing could match', () => {
    expect(() => toChunkFilter({ modifiedAfter: '20260102', modifiedBefore: '20260101' })).toThrow(
      expect.objectContaining({ code: 'RETRIEVE_FILTER_INVALID', details: { parameter: 'modifiedAfter' } }),
    )
    expect(toChunkFilter({ modifiedAfter: '20260101', modifiedBefore: '20260101' })).toMatchObject({
      modifiedFrom: expect.any(Number),
      modifiedBefore: expect.any(Number),
    })
  })

  it('refuse an unknown source type and list the known ones', () => {
    expect(() => toChunkFilter({ sourceType: 'docx' as SourceType })).toThrow(/markdown, code, pdf, text/)
  })

  it('refuse a blank tag and a prefix that is no text', () => {
    expect(() => toChunkFilter({ tags: ['ok', ' '] })).toThrow(refused('tags'))
    expect(() => toChunkFilter({ pathPrefix: 7 as unknown as string })).toThrow(refused('pathPrefix'))
  })
})
