import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatRecord, ownRecord, parseRecord } from '../../src/lock/lock-record.js'

it('what is written is what the Python edition reads: pid, host and started first, one line', () => {
  const text = formatRecord({ pid: 1, host: 'h', started: '20260725 15:00', nonce: 'N', procStarted: 'p' })
  expect(text).toBe('{"pid":1,"host":"h","started":"20260725 15:00","nonce":"N","proc_started":"p"}\n')
})

it('a record of the Python edition is read', () => {
  expect(parseRecord('{"pid": 1234, "host": "büro", "started": "20260725 15:00"}')).toEqual({
    pid: 1234,
    host: 'büro',
    started: '20260725 15:00',
    nonce: null,
    procStarted: null,
  })
})

it.each([
  '',
  ' ',
  '{',
  '{"pid":1234,"ho',
  'garbage',
  'null',
  '[]',
  '3',
  '{}',
  '{"pid":"1234","host":"h"}',
  '{"pid":1.5,"host":"h"}',
  '{"pid":1e99,"host":"h"}',
  '{"pid":true,"host":"h"}',
  '{"pid":1234}',
  '{"pid":1234,"host":7}',
  '\0\0\0\0',
])('%j is no record', (text) => {
  expect(parseRecord(text)).toBeNull()
})

it('every record comes back as it was written, and every text is read without an error', () => {
  const nullable = fc.option(fc.string({ unit: 'grapheme' }))
  const records = fc.record({
    pid: fc.integer(),
    host: fc.string({ unit: 'grapheme' }),
    started: fc.string(),
    nonce: nullable,
    procStarted: nullable,
  })
  fc.assert(
    fc.property(records, (record) => {
      expect(parseRecord(formatRecord(record))).toEqual(record)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      parseRecord(text)
    }),
  )
  expect(ownRecord().nonce).not.toBe(ownRecord().nonce)
})
