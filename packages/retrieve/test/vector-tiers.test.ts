import { expect, it } from 'vitest'
import { useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()

const LIBRARY = Object.fromEntries(
  ['pump', 'ledger', 'boats', 'doctor', 'clerk'].map((word, n) => [
    `docs/${word}.md`,
    `# ${word}\n\nThe ${word} of the harbour is looked at in month ${n}.\n\nThe pump and the ${word} are old.`,
  ]),
)

it('answers the same by every vector tier of the manifest', async () => {
  const kb = await make(LIBRARY)
  const answers: unknown[] = []
  for (const tier of ['auto', 'numpy', 'exact', 'int8', 'sqlite-vec']) {
    kb.manifest({ retrieval: `rerank = "none"\nvector_tier = "${tier}"` })
    const { passages, channels } = await (await open(kb)).search('who looks at the pump')
    expect(passages.some(({ scores }) => scores.vectorRank !== null)).toBe(true)
    const vector = channels.find(({ channel }) => channel === 'vector')
    expect(vector?.tier).toBe(tier === 'auto' || tier === 'numpy' ? 'exact' : tier)
    answers.push({ passages, channels: channels.map(({ tier: _, ...channel }) => channel) })
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
})
