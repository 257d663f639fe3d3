import { estimateTokens } from './estimate-tokens.js'

/**
 * Most tokens of one answer, by {@link estimateTokens} over its JSON. Clients cut or refuse what is longer (Claude Code
 * at 25,000), and nobody would know what was lost.
 */
export const MAX_ANSWER_TOKENS = 18_000

/** Room in an answer, given out piece by piece. */
export interface AnswerBudget {
  /** Tokens that are left. */
  left(): number
  /** Takes the room that `value` needs as JSON; false, and nothing taken, where it does not fit. */
  take(value: unknown): boolean
}

/** The room that an answer has beside `fixed`, the part of it that is always there. */
export function answerBudget(fixed: unknown, most = MAX_ANSWER_TOKENS): AnswerBudget {
  let left = most - costOf(fixed)
  return {
    left: () => left,
    take(value) {
      const cost = costOf(value)
      if (cost > left) return false
      left -= cost
      return true
    },
  }
}

/** What `value` costs in an answer. */
export function costOf(value: unknown): number {
  return estimateTokens(JSON.stringify(value) ?? '') + 1
}
