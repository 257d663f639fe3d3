import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatKbTimestamp, parseKbTimestamp } from '../src/index.js'

test('a timestamp is UTC to the minute, without a zone', () => {
  expect(formatKbTimestamp(new Date('2026-07-25T11:14:59.999+02:00'))).toBe('20260725 09:14')
})

test('every timestamp reads back as the minute it names', () => {
  const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, (date) => {
      const minute = Math.floor(date.getTime() / 60_000) * 60_000
      expect(parseKbTimestamp(formatKbTimestamp(date))?.getTime()).toBe(minute)
    }),
  )
})

test('other spellings, dates alone and days that no month has are refused', () => {
  const refused = [
    '20260725',
    '20260725 9:14',
    '2026-07-25 09:14',
    '20260725 09:14 ',
    '20260725 09:14Z',
    '20260725T09:14',
  ]
  const impossible = [
    '20260230 00:00',
    '20261301 00:00',
    '20260725 24:00',
    '20260725 09:60',
    '00000000 00:00',
  ]
  for (const text of [...refused, ...impossible, '']) expect(parseKbTimestamp(text), text).toBeNull()
})
