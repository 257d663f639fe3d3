import { formatKbTimestamp } from '@pinakes/manifest'
import { expect, it } from 'vitest'
import { scanDueMs } from '../../src/scan/freshness.js'

const NOW = Date.parse('2026-07-25T09:14:00Z')
const MINUTE = 60_000

const isFresh = (lastScan: string | null) => scanDueMs(lastScan, NOW) > NOW

it('a scan holds for an hour, no minute longer', () => {
  const ago = (minutes: number) => formatKbTimestamp(new Date(NOW - minutes * MINUTE))
  expect([0, 59].map((minutes) => isFresh(ago(minutes)))).toEqual([true, true])
  expect([60, 61].map((minutes) => isFresh(ago(minutes)))).toEqual([false, false])
  expect(scanDueMs(ago(0), NOW)).toBe(NOW + 60 * MINUTE)
})

it('no scan, one in the future, and one that cannot be read hold for nothing', () => {
  for (const lastScan of [null, '', 'yesterday', '20260725', '20260725 09:15', '20260230 09:00']) {
    expect(scanDueMs(lastScan, NOW)).toBe(NOW)
  }
})
