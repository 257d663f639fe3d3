import { describe, expect, it } from 'vitest'
import { CONFLICTS, type SyncFlags, syncMode } from '../../src/flags/sync-mode.js'

const NONE: SyncFlags = {
  rebuild: false,
  'sidecars-only': false,
  'index-only': false,
  stage: false,
  'scan-links': false,
  ner: false,
  extract: undefined,
  'clear-cache': undefined,
}

/** The options of these names, given. */
function given(...names: readonly (keyof SyncFlags)[]): SyncFlags {
  const values = names.map((name) => [name, name === 'extract' || name === 'clear-cache' ? 'all' : true])
  return { ...NONE, ...Object.fromEntries(values) }
}

describe('the mode of a sync', () => {
  it.each([
    [[], 'full'],
    [['rebuild'], 'rebuild'],
    [['sidecars-only'], 'sidecars-only'],
    [['index-only'], 'index-only'],
    [['sidecars-only', 'stage'], 'sidecars-only'],
    [['extract'], 'full'],
    [['scan-links'], 'full'],
    [['ner'], 'full'],
    [['ner', 'rebuild'], 'rebuild'],
    [['rebuild', 'scan-links'], 'rebuild'],
    [['rebuild', 'extract'], 'rebuild'],
    [['clear-cache'], 'full'],
  ] as const)('of %j is %s', (names, mode) => {
    expect(syncMode(given(...names))).toBe(mode)
  })

  it.each([
    ['sidecars-only', 'index-only'],
    ['sidecars-only', 'rebuild'],
    ['index-only', 'rebuild'],
    ['clear-cache', 'rebuild'],
    ['clear-cache', 'sidecars-only'],
    ['clear-cache', 'index-only'],
    ['clear-cache', 'stage'],
    ['clear-cache', 'extract'],
    ['scan-links', 'sidecars-only'],
    ['ner', 'sidecars-only'],
    ['clear-cache', 'ner'],
    ['clear-cache', 'scan-links'],
  ] as const)('--%s and --%s exclude each other', (one, other) => {
    expect(() => syncMode(given(one, other))).toThrow(
      expect.objectContaining({
        code: 'CLI_USAGE',
        message: expect.stringMatching(/^--\S+ and --\S+ exclude each other$/),
      }),
    )
  })

  it('has a test for each pair that excludes each other', () => {
    expect(CONFLICTS).toHaveLength(12)
  })

  it.each([['stage'], ['stage', 'index-only'], ['stage', 'rebuild']] as const)(
    '--stage without --sidecars-only is refused',
    (...names) => {
      expect(() => syncMode(given(...names))).toThrow(expect.objectContaining({ code: 'CLI_USAGE' }))
    },
  )
})
