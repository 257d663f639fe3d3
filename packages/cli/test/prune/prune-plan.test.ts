import type { DocUlid, KbUlid } from '@pinakes/manifest'
import type { Sidecar } from '@pinakes/sidecar'
import { describe, expect, it } from 'vitest'
import type { SurveyedSidecar } from '../../src/doctor/survey.js'
import { prunePlan } from '../../src/prune/prune-plan.js'

const KB = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as KbUlid
const OTHER_KB = '01JV3K2H8M5Q9T1X4Z7B0D3F6H' as KbUlid
const [A, B] = ['01KBBNHRNGJ8WZBD1189XTEWN9', '01KBBNQBC875GRAZR4E6GA7S90'] as [DocUlid, DocUlid]

function sidecar(document: string, id: DocUlid, links: readonly { kb: KbUlid; doc: DocUlid }[] = []) {
  return {
    path: `${document}.pnk.yaml`,
    document,
    sidecar: { id, links: links.map((to) => ({ to, rel: 'cites' })) } as unknown as Sidecar,
  }
}

function plan(
  orphaned: readonly string[],
  sidecars: readonly SurveyedSidecar[],
  indexed: readonly string[] = [],
) {
  return prunePlan({
    survey: { orphaned: orphaned.map((document) => `${document}.pnk.yaml`), sidecars },
    kb: KB,
    indexed: new Set(indexed),
  })
}

describe('which orphaned sidecars may go', () => {
  it('those whose document is gone, with the documents that link to them', () => {
    const linking = sidecar('docs/b.md', B, [
      { kb: KB, doc: A },
      { kb: KB, doc: A },
    ])
    expect(plan(['docs/a.md'], [sidecar('docs/a.md', A, [{ kb: KB, doc: A }]), linking])).toEqual({
      removable: [{ path: 'docs/a.md.pnk.yaml', document: 'docs/a.md', id: A, linkedFrom: ['docs/b.md'] }],
      kept: [],
    })
  })

  it('a link to the same id of another knowledge base is none to it', () => {
    const linking = sidecar('docs/b.md', B, [{ kb: OTHER_KB, doc: A }])
    expect(plan(['docs/a.md'], [sidecar('docs/a.md', A), linking]).removable).toMatchObject([
      { linkedFrom: [] },
    ])
  })

  it('not one that cannot be read', () => {
    expect(plan(['docs/a.md'], [])).toMatchObject({
      removable: [],
      kept: [{ path: 'docs/a.md.pnk.yaml', why: expect.stringContaining('cannot be read') }],
    })
  })

  it('not one whose document the index has as present: it may only have moved', () => {
    expect(plan(['docs/a.md'], [sidecar('docs/a.md', A)], [A])).toMatchObject({
      removable: [],
      kept: [{ path: 'docs/a.md.pnk.yaml', why: expect.stringContaining('run pnk sync first') }],
    })
  })

  it('but one whose id a sidecar beside a document holds too', () => {
    const copy = sidecar('docs/moved.md', A)
    expect(plan(['docs/a.md'], [sidecar('docs/a.md', A), copy], [A]).removable).toMatchObject([
      { path: 'docs/a.md.pnk.yaml' },
    ])
  })
})
