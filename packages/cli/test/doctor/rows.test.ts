import type { GraphHub } from '@pinakes/index'
import type { DocUlid, KbUlid, Manifest } from '@pinakes/manifest'
import type { Sidecar } from '@pinakes/sidecar'
import { describe, expect, it } from 'vitest'
import { hubRow } from '../../src/doctor/checks/edge-hubs.js'
import { headingCoverage } from '../../src/doctor/checks/heading-coverage.js'
import { identityRows } from '../../src/doctor/checks/index-identities.js'
import { linkRows } from '../../src/doctor/checks/links.js'
import { coherence } from '../../src/doctor/checks/model-coherence.js'
import { collisions } from '../../src/doctor/checks/name-collisions.js'
import type { Survey } from '../../src/doctor/survey.js'

describe('name collisions', () => {
  it('groups names that differ in case or in Unicode form alone', () => {
    const composed = 'docs/Caf\u00e9.md'
    const decomposed = 'docs/Cafe\u0301.md'
    expect(collisions(['a/README.md', 'a/readme.md', composed, decomposed, 'b/readme.md'])).toEqual([
      ['a/README.md', 'a/readme.md'],
      [composed, decomposed],
    ])
  })

  it('finds none among names that every system tells apart', () => {
    expect(collisions(['a.md', 'b.md', 'A/b.md'])).toEqual([])
  })
})

describe('index identities', () => {
  const IDS = ['01KBBNHRNGJ8WZBD1189XTEWN9', '01KBBNQBC875GRAZR4E6GA7S90'] as DocUlid[]
  const composed = 'docs/Caf\u00e9.md'
  const decomposed = 'docs/Cafe\u0301.md'
  const beside = (path: string, id: DocUlid | undefined) => ({
    path: `${path}.pnk.yaml`,
    document: path,
    sidecar: { id } as Sidecar,
  })
  const rows = (paths: readonly string[], sidecars: Survey['sidecars'], broken: Survey['broken'] = []) =>
    identityRows(
      paths.map((path, n) => ({ path, id: IDS[n] as DocUlid })),
      { sidecars, broken, unknown: [] },
    )

  it('are all in sidecars, also those of two names that differ in Unicode form alone', () => {
    const sidecars = [beside(composed, IDS[0]), beside(decomposed, IDS[1])]
    expect(rows([composed, decomposed], sidecars)).toEqual([
      { name: 'index identities', status: 'OK', detail: 'all in sidecars', remedy: null },
    ])
  })

  it('tell a document that only needs a sync from one whose name leaves no room for a sidecar', () => {
    const long = `docs/${'n'.repeat(252)}.md`
    expect(rows(['docs/a.md', long], [])).toMatchObject([
      { status: 'WARN', detail: '1 document whose id no sidecar holds: docs/a.md' },
      {
        status: 'WARN',
        detail: expect.stringContaining(long),
        remedy: expect.stringMatching(/^shorten the name to 246 bytes/),
      },
    ])
  })

  it('are not compared while a sidecar cannot be read', () => {
    const broken = [{ path: 'docs/a.md.pnk.yaml', reason: 'not YAML' }]
    expect(rows(['docs/a.md'], [], broken)).toMatchObject([{ status: 'OK' }])
  })
})

describe('heading coverage', () => {
  it('warns when no Markdown chunk stands under a heading', () => {
    const counts = [{ sourceType: 'markdown', chunks: 4, headed: 0 }] as const
    expect(headingCoverage(counts)).toMatchObject({
      status: 'WARN',
      detail: '0% of 4 chunks stand under a heading: markdown 0%',
    })
  })

  it('gives the share of all and per type, and says why other types have none', () => {
    const counts = [
      { sourceType: 'code', chunks: 2, headed: 0 },
      { sourceType: 'markdown', chunks: 4, headed: 3 },
    ] as const
    expect(headingCoverage(counts)).toEqual({
      name: 'heading coverage',
      status: 'OK',
      detail: '50% of 6 chunks stand under a heading: code 0% (has no headings by design), markdown 75%',
      remedy: null,
    })
  })

  it('is content with an index that holds nothing, or no Markdown', () => {
    expect(headingCoverage([])).toMatchObject({ status: 'OK', detail: 'no chunks' })
    expect(headingCoverage([{ sourceType: 'text', chunks: 4, headed: 0 }])).toMatchObject({ status: 'OK' })
  })
})

describe('edge hubs', () => {
  const pathOf = (id: string) => `docs/${id}.md`

  it('names each kind in its own way, with its members, and counts the rest', () => {
    const hubs: GraphHub[] = [
      { id: 1, kind: 'dir', key: '.', degree: 9 },
      { id: 2, kind: 'heading', key: 'D:A > B: C', degree: 5 },
      { id: 3, kind: 'tag', key: 'say "x"\n', degree: 2 },
    ]
    expect(hubRow(hubs, 5, pathOf)).toBe(
      'directory ".": 9, heading "A > B: C" in docs/D.md: 5, tag "say "x"\\n": 2 and 2 more',
    )
  })

  it('counts no rest where there is none', () => {
    expect(hubRow([{ id: 1, kind: 'dir', key: 'a', degree: 2 }], 1, pathOf)).toBe('directory "a": 2')
  })
})

describe('model coherence', () => {
  const embedding: Manifest['embedding'] = {
    provider: 'static',
    model: 'pinakes/static-en',
    dim: 256,
    revision: null,
  }
  const recorded = [
    ['embedding_provider', 'static'],
    ['embedding_model', 'pinakes/static-en'],
    ['embedding_dim', '256'],
    ['embedding_revision', ''],
  ] as const

  it('is OK when index and manifest agree', () => {
    expect(coherence(new Map(recorded), embedding)).toMatchObject({ name: 'model coherence', status: 'OK' })
  })

  it('fails, key by key, when they differ, and names the rebuild', () => {
    const row = coherence(new Map([...recorded, ['embedding_dim', '384']]), embedding)
    expect(row).toMatchObject({ status: 'FAIL', detail: 'embedding_dim: index 384, wanted 256' })
    expect(row.remedy).toMatch(/^pnk sync --rebuild/)
  })

  it('fails when the weights are others, although every name agrees', () => {
    const meta = new Map([...recorded, ['embedding_fingerprint', 'sha256:old']] as const)
    expect(coherence(meta, { ...embedding, fingerprint: 'sha256:new' })).toMatchObject({
      status: 'FAIL',
      detail: 'embedding_fingerprint: index sha256:old, wanted sha256:new',
    })
    expect(coherence(meta, embedding).status).toBe('OK')
  })

  it('asks for a sync, not a rebuild, while the first sync has not finished', () => {
    expect(coherence(new Map([...recorded, ['build_state', 'building']]), embedding)).toMatchObject({
      name: 'sync completeness',
      status: 'WARN',
      remedy: 'pnk sync',
    })
    expect(coherence(new Map(), embedding)).toMatchObject({ name: 'sync completeness', remedy: 'pnk sync' })
  })
})

describe('links', () => {
  const HERE = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as KbUlid
  const ELSEWHERE = '01JV3K2H8M5Q9T1X4Z7B0D3F6H' as KbUlid
  const A = '01JV3M8Q6ZT4XN0R5K7WBYC2DA' as DocUlid
  const B = '01JV3M8Q6ZT4XN0R5K7WBYC2DB' as DocUlid
  const GONE = '01JV3M8Q6ZT4XN0R5K7WBYC2DC' as DocUlid

  const rowsOf = (survey: Survey, documentsOf: (id: KbUlid) => ReadonlySet<string> | null = () => null) =>
    linkRows({ survey, indexed: { documents: 2, sources: 1, within: 1, out: 1 }, here: HERE, documentsOf })
  const sidecar = (id: DocUlid, links: Sidecar['links'] = []): Sidecar => ({
    id,
    title: null,
    created: null,
    tags: [],
    links,
    extraction: null,
    metadataJson: '{}',
  })
  const survey = (sidecars: readonly Sidecar[], broken: Survey['broken'] = []): Survey => ({
    documents: new Set(),
    sidecars: sidecars.map((each, i) => ({
      path: `docs/${i}.md.pnk.yaml`,
      document: `docs/${i}.md`,
      sidecar: each,
    })),
    broken,
    orphaned: [],
    unknown: [],
    hiddenRecursively: [],
  })

  it('counts linked documents, links, and links that lead elsewhere', () => {
    const links = [
      { to: { kb: HERE, doc: B }, rel: 'cites' },
      { to: { kb: ELSEWHERE, doc: GONE }, rel: 'cites' },
    ]
    expect(rowsOf(survey([sidecar(A, links), sidecar(B)]))).toEqual([
      {
        name: 'links',
        status: 'OK',
        detail: '1 of 2 documents linked (50%), 2 links, 1 to other knowledge bases, as of last sync',
        remedy: null,
      },
    ])
  })

  it('warns of a link to a document that is not here', () => {
    const rows = rowsOf(survey([sidecar(A, [{ to: { kb: HERE, doc: GONE }, rel: 'cites' }])]))
    expect(rows[1]).toMatchObject({
      status: 'WARN',
      detail: `1 link to no document here: docs/0.md.pnk.yaml -> ${GONE}`,
    })
  })

  it('warns of a link to a document that is gone while its sidecar keeps the id; what that links to counts no more', () => {
    const both = survey([
      sidecar(A, [{ to: { kb: HERE, doc: B }, rel: 'cites' }]),
      sidecar(B, [{ to: { kb: HERE, doc: GONE }, rel: 'cites' }]),
    ])
    const rows = rowsOf({ ...both, orphaned: ['docs/1.md.pnk.yaml'] })
    expect(rows[1]).toMatchObject({
      status: 'WARN',
      detail: `1 link to no document here: docs/0.md.pnk.yaml -> ${B}`,
      remedy: expect.stringContaining('pnk unlink'),
    })
    expect(rowsOf(both)[1]?.detail).toContain(GONE)
  })

  it('warns of a link abroad only when every document there is known', () => {
    const link = [{ to: { kb: ELSEWHERE, doc: GONE }, rel: 'cites' }]
    const rows = (documents: ReadonlySet<string> | null) =>
      rowsOf(survey([sidecar(A, link)]), () => documents)
    expect(rows(new Set([B]))[1]).toMatchObject({
      status: 'WARN',
      detail: `1 link to no document of a connected knowledge base: docs/0.md.pnk.yaml -> ${GONE}`,
    })
    expect(rows(new Set([GONE]))).toHaveLength(1)
    expect(rows(null)).toHaveLength(1)
  })

  it('does not call a link dangling while a sidecar cannot be read: its id may be the one', () => {
    const broken = [{ path: 'docs/x.md.pnk.yaml', reason: 'not valid YAML' }]
    const rows = rowsOf(survey([sidecar(A, [{ to: { kb: HERE, doc: GONE }, rel: 'cites' }])], broken))
    expect(rows.map((row) => row.status)).toEqual(['OK'])
  })

  it('warns when nothing is linked, and not when there is nothing to link', () => {
    expect(rowsOf(survey([sidecar(A)]))[0]).toMatchObject({
      status: 'WARN',
      remedy: expect.stringContaining('pnk link'),
    })
    expect(rowsOf(survey([]))[0]?.status).toBe('OK')
  })
})
