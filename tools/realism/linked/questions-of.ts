import type { Question } from '@pinakes/retrieve/eval'
import { type LinkedDocument, proposalNumber } from './requirements-of.js'

/** Shorter ones are stubs that say where the text has moved to. */
const LEAST_CHARACTERS = 1500

/** Of the questions that lead to one document: more would measure that document. */
const MOST_TO_ONE = 2

/**
 * A question for each proposal that requires exactly one other: it has the title of the first, and a hit needs both to
 * come back. The second is not named; what leads there is the link alone, or what the two have in common. Every question
 * has the same words around the title, so the set says how far documents can be reached, not how people ask.
 * In the order of the proposals' numbers.
 */
export function questionsOf(documents: readonly LinkedDocument[]): Question[] {
  const texts = new Map(documents.map((document) => [document.path, document]))
  const asked = new Map<string, number>()
  const ordered = [...documents].sort((a, b) => (proposalNumber(a.path) ?? 0) - (proposalNumber(b.path) ?? 0))
  return ordered.flatMap((document) => {
    const [required, ...more] = document.requires.map((path) => texts.get(path))
    if (required === undefined || more.length > 0 || isStub(document) || isStub(required)) return []
    const before = asked.get(required.path) ?? 0
    if (before >= MOST_TO_ONE) return []
    asked.set(required.path, before + 1)
    return [question(document, required)]
  })
}

function isStub({ text }: LinkedDocument): boolean {
  return text.length < LEAST_CHARACTERS
}

function question(from: LinkedDocument, to: LinkedDocument): Question {
  const text = `What does the proposal "${from.title}" require to be in place, and what does that specify?`
  const hop = (document: LinkedDocument) => ({ query: text, expect: document.path })
  return {
    id: `eip-${proposalNumber(from.path)}-${proposalNumber(to.path)}`,
    question: text,
    kind: 'multi-hop',
    expect: [from.path, to.path],
    filters: {},
    hops: [hop(from), hop(to)],
  }
}
