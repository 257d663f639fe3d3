import { fileURLToPath } from 'node:url'
import { readGoldenSet, readStored, summarise } from '@pinakes/retrieve/eval'
import { expect, it } from 'vitest'
import { evaluateCopy } from '../evaluate-copy.js'

const PARTNER = fileURLToPath(new URL('../../../corpora/partner-kb', import.meta.url))

const REMEDY =
  'pnk eval --kb corpora/partner-kb shows what changed; --write-baseline keeps it if it is wanted'

it('the committed baseline of the partner has exactly the golden questions, and the figures of its outcomes', () => {
  const { baseline, outcomes } = readStored(PARTNER)
  const rows = outcomes?.outcomes ?? []
  const kinds = new Map(readGoldenSet(PARTNER).map(({ id, kind }) => [id, kind]))
  expect(new Map(rows.map(({ id, kind }) => [id, kind]))).toEqual(kinds)
  expect(baseline).toEqual(summarise(rows))
})

it(`search with the default models on the partner is no worse than that, kind by kind (${REMEDY})`, async () => {
  const { comparison, evaluation } = await evaluateCopy(PARTNER)
  expect(comparison?.regressions).toEqual([])
  expect(comparison?.settings).toEqual([])
  expect(evaluation.notices).toEqual([])
})
