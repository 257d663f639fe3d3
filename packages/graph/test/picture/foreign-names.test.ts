import { rmSync } from 'node:fs'
import type { LinkRow } from '@pinakes/index'
import { describe, expect, it } from 'vitest'
import { foreignNames } from '../../src/index.js'
import { docId, HERE, pair, sidecar, THERE } from '../scan/partner-kb.js'

const toThere: LinkRow = {
  srcKbId: HERE,
  srcDocId: docId(1),
  dstKbId: THERE,
  dstDocId: docId(5),
  rel: 'cites',
  origin: 'sidecar',
}
const kbs = () =>
  pair({
    'docs/quay.md': 'x',
    'docs/quay.md.pnk.yaml': `title: The quay\n${sidecar(5)}`,
    'docs/bare.md': 'x',
    'docs/bare.md.pnk.yaml': sidecar(6),
  })

describe('the names of documents of other KBs', () => {
  it('are path and title as their sidecars have them', async () => {
    const { root, linked } = kbs()
    const { names, problems } = await foreignNames({ root, kbId: HERE, linked: [linked], links: [toThere] })
    expect([...names]).toEqual(
      expect.arrayContaining([
        [`pnk://${THERE}/${docId(5)}`, { path: 'docs/quay.md', title: 'The quay' }],
        [`pnk://${THERE}/${docId(6)}`, { path: 'docs/bare.md', title: null }],
      ]),
    )
    expect(problems).toEqual([])
  })

  it('are missing for a KB that is away, which is said; one that no link names is left alone', async () => {
    const { root, linked, there } = kbs()
    rmSync(there, { recursive: true })
    const input = { root, kbId: HERE, linked: [linked] }
    const { names, problems } = await foreignNames({ ...input, links: [toThere] })
    expect(names.size).toBe(0)
    expect(problems).toEqual([expect.stringMatching(/^there: .* does not exist$/)])
    expect((await foreignNames({ ...input, links: [] })).problems).toEqual([])
  })
})
