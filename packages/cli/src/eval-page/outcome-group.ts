import type { MeasuredQuestion, Outcome } from '@pinakes/retrieve/eval'

/** What became of a question, from best to worst; the last are questions that nothing answers. */
export const OUTCOME_GROUPS = ['first', 'lower', 'missed', 'none'] as const

export type OutcomeGroup = (typeof OUTCOME_GROUPS)[number]

/** The groups in words. */
export const GROUP_TITLES: Readonly<Record<OutcomeGroup, string>> = {
  first: 'right document first',
  lower: 'right document lower',
  missed: 'missed',
  none: 'no answer exists',
}

export function groupOf({ kind, hit, hitRank }: Pick<Outcome, 'kind' | 'hit' | 'hitRank'>): OutcomeGroup {
  if (kind === 'no-answer') return 'none'
  if (!hit) return 'missed'
  return hitRank === 1 ? 'first' : 'lower'
}

/** How many questions each group has. */
export function countGroups(questions: readonly MeasuredQuestion[]): Readonly<Record<OutcomeGroup, number>> {
  const counts = { first: 0, lower: 0, missed: 0, none: 0 }
  for (const question of questions) counts[groupOf(question)] += 1
  return counts
}
