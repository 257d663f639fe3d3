import type { Comparison } from '@pinakes/retrieve/eval'

/** Why a run fails against what was committed, one line each; empty when nothing got worse. `null`: nothing was. */
export function failuresOf(comparison: Comparison | null): string[] {
  if (comparison === null) return ['there is no baseline: run again with --write, and commit what it writes']
  const { regressions, settings, paired } = comparison
  const worse = regressions.map(({ figure, before, now }) => `${figure}: ${before} -> ${now ?? 'none'}`)
  const named = paired?.worse.length ? [`questions that got worse: ${paired.worse.join(', ')}`] : []
  return [
    ...settings.map((text) => `the baseline is of other settings, ${text}`),
    ...worse,
    ...(worse.length > 0 ? named : []),
  ]
}
