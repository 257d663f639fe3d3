import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveGraph } from '@pinakes/graph'
import { describe, expect, it } from 'vitest'
import { runGate } from '../../../src/eval/gate/run-gate.js'
import { gatePayload } from '../../../src/eval/payload.js'
import { bagEmbedder } from '../../support/bag-embedder.js'
import type { TestKb } from '../../support/test-kb.js'
import { useKbs } from '../../support/use-kbs.js'

const { make } = useKbs()

/**
 * The wreck names nobody; its keeper, whom a link alone joins with it, is in a document of other words. The third shares
 * a folder with neither, and the last one lies apart.
 */
const DOCUMENTS = {
  'a/wreck.md': 'The wreck of the steamer lies off the point.',
  'b/keeper.md': 'Torvald trims lamps.',
  'c/oil.md': 'Paraffin arrives monthly.',
  'd/attic.md': 'Forgotten maps.',
}

const QUESTIONS = `questions:
  - {id: found, question: wreck of the steamer, kind: multi-hop, expect: [a/wreck.md]}
  - {id: linked, question: wreck of the steamer, kind: multi-hop, expect: [b/keeper.md]}
  - {id: apart, question: wreck of the steamer, kind: multi-hop, expect: [d/attic.md]}
  - id: hops
    question: the steamer and its keeper
    kind: multi-hop
    hops:
      - {query: wreck of the steamer, expect: a/wreck.md}
      - {query: steamer, expect: c/oil.md}
`

async function linkedKb(): Promise<TestKb> {
  const kb = await make(DOCUMENTS)
  kb.manifest({ chunking: 'max_tokens = 60\noverlap = 0' })
  kb.write((writer) => {
    const documents = writer.documents()
    for (const row of documents) {
      const next = { 'a/wreck.md': 'b/keeper.md', 'b/keeper.md': 'c/oil.md' }[row.path]
      const target = documents.find(({ path }) => path === next)
      if (target === undefined) continue
      const kbId = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as never
      writer.updateDocument(row, [
        { srcKbId: kbId, srcDocId: row.id, dstKbId: kbId, dstDocId: target.id, rel: 'x', origin: 'sidecar' },
      ])
    }
    writer.replaceGraph(deriveGraph(writer.outlines()))
  })
  mkdirSync(join(kb.root, 'eval'))
  writeFileSync(join(kb.root, 'eval/questions.yaml'), QUESTIONS)
  return kb
}

describe('a gate over a real index', () => {
  it.each(['expand', 'ppr'] as const)(
    '%s finds what only a link leads to, and not without links',
    async (channel) => {
      const kb = await linkedKb()
      const gate = await runGate(kb.root, { channel, open: { embedder: bagEmbedder() } })
      expect(gate?.off.questions.map(({ hit }) => hit)).toEqual([true, false, false, false])
      expect(gate?.verdict).toMatchObject({
        channel,
        passed: false,
        withoutAuthored: { gained: [], lost: [], p: 1 },
        on: { gained: ['linked', 'hops'], lost: [], p: 0.25, regressions: [] },
      })
      expect(gate?.on.header).toMatchObject({ graph_channel: channel, dropped: [] })
      expect(gate?.withoutAuthored.header).toMatchObject({ graph_channel: channel, dropped: ['authored'] })
    },
  )

  it('says what lies within reach: hits, and what links lead to', async () => {
    const kb = await linkedKb()
    const gate = await runGate(kb.root, { channel: 'expand', open: { embedder: bagEmbedder() } })
    expect(gate?.reach).toEqual({ questions: 4, ceiling: 0.75, beyond: 0.25, membershipOnly: 0 })
    if (gate === null) throw new Error('no gate')
    expect(gatePayload(gate)).toMatchObject({
      passed: false,
      licensing_p: 1,
      reach: { reachable_ceiling: 0.75 },
    })
  })

  it('refuses runs between which the index was changed', async () => {
    const kb = await linkedKb()
    let asked = 0
    const meddle = () => {
      if (asked++ === 5) kb.write((writer) => writer.setMeta({ build_id: '01JV3M0000000000000000BVJE' }))
    }
    await expect(
      runGate(kb.root, { channel: 'ppr', open: { embedder: bagEmbedder() }, onQuestion: meddle }),
    ).rejects.toMatchObject({ code: 'RETRIEVE_GATE_MISMATCH' })
  })

  it('is none for an empty golden set', async () => {
    const kb = await linkedKb()
    writeFileSync(join(kb.root, 'eval/questions.yaml'), 'questions: []\n')
    expect(await runGate(kb.root, { channel: 'ppr', open: { embedder: bagEmbedder() } })).toBeNull()
  })
})
