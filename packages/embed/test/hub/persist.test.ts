import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EmbedError } from '../../src/errors.js'
import { askedWaitMs, PassingFault, persist } from '../../src/hub/persist.js'

const FINAL = new EmbedError({ code: 'EMBED_HUB_UNREACHABLE', message: 'gone', remedy: 'wait' })
const NOW = Date.parse('2025-01-01T00:00:00Z')

function patience(waits: number[] = []) {
  return { attempts: 5, maxWaitMs: 60_000, pause: async (ms: number) => void waits.push(ms) }
}

/** Work that meets these faults, one at each try, and then succeeds. */
function meeting(...faults: unknown[]): () => Promise<string> {
  return async () => {
    if (faults.length > 0) throw faults.shift()
    return 'done'
  }
}

describe('persist', () => {
  it('pauses twice as long each time', async () => {
    const waits: number[] = []
    const fault = new PassingFault(FINAL)
    expect(await persist(patience(waits), meeting(fault, fault, fault, fault))).toBe('done')
    expect(waits).toEqual([500, 1000, 2000, 4000])
  })

  it('ends with the fault itself after five tries that gained nothing', async () => {
    const fault = new PassingFault(FINAL)
    await expect(persist(patience(), meeting(fault, fault, fault, fault, fault))).rejects.toBe(FINAL)
  })

  it('starts counting anew when something was gained', async () => {
    const faults = Array.from({ length: 50 }, () => new PassingFault(FINAL, null, true))
    expect(await persist(patience(), meeting(...faults))).toBe('done')
  })

  it('does not try again after any other error', async () => {
    const other = new Error('other')
    await expect(persist(patience(), meeting(other))).rejects.toBe(other)
  })

  it('does not wait longer than it may', async () => {
    const waits: number[] = []
    await expect(persist(patience(waits), meeting(new PassingFault(FINAL, 60_001)))).rejects.toBe(FINAL)
    expect(waits).toEqual([])
  })

  it('ends when the pause is broken off', async () => {
    const stop = new Error('stopped')
    const broken = { ...patience(), pause: () => Promise.reject(stop) }
    await expect(persist(broken, meeting(new PassingFault(FINAL)))).rejects.toBe(stop)
  })

  it('never pauses longer than eight seconds of its own, nor tries more often than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (gains) => {
        const waits: number[] = []
        const faults = gains.map((gained) => new PassingFault(FINAL, null, gained))
        const ended = await persist(patience(waits), meeting(...faults)).catch(() => 'refused')
        const longestIdle = Math.max(
          0,
          ...gains
            .join('')
            .split('true')
            .map((idle) => idle.length / 'false'.length),
        )
        expect(Math.max(0, ...waits)).toBeLessThanOrEqual(8000)
        if (ended === 'refused') expect(longestIdle).toBeGreaterThanOrEqual(4)
      }),
    )
  })
})

describe('askedWaitMs', () => {
  const asked = (headers: Record<string, string>) => askedWaitMs((name) => headers[name] ?? null, NOW)

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': ' 0 ' }, 0],
    [{ 'retry-after': 'Wed, 01 Jan 2025 00:01:30 GMT' }, 90_000],
    [{ 'retry-after': 'Tue, 31 Dec 2024 00:00:00 GMT' }, 0],
    [{ ratelimit: '"api";r=0;t=55' }, 55_000],
    [{ ratelimit: '"api"; r = 0 ; t = 5' }, 5000],
    [{ ratelimit: '"api";r=12;t=55' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('%j asks for %s ms', (headers, ms) => {
    expect(asked(headers as Record<string, string>)).toBe(ms)
  })
})
