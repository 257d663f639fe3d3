import { mintUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { useConnections } from '../support/connect.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const connect = useConnections()

const [ONE, TWO, THREE] = [mintUlid<'kb'>(), mintUlid<'kb'>(), mintUlid<'kb'>()]
const [A, B, FAR, LOST] = [
  mintUlid<'document'>(),
  mintUlid<'document'>(),
  mintUlid<'document'>(),
  mintUlid<'document'>(),
]

const link = (to: string, rel: string) => `  - to: ${to}\n    rel: ${rel}\n`
const sidecar = (id: string, title: string, ...links: string[]) =>
  `id: ${id}\ntitle: ${title}\n${links.length > 0 ? `links:\n${links.join('')}` : ''}`

const one = () =>
  makeKb(
    {
      'docs/a.md': '# A\n\nThe harbour pump.\n',
      'docs/a.md.pnk.yaml': sidecar(
        A,
        'The pump',
        link(`pnk://self/${B}`, 'cites'),
        link(`pnk://${TWO}/${FAR}`, 'see also'),
        link(`pnk://${THREE}/${FAR}`, 'disputes'),
        link(`pnk://self/${LOST}`, 'based on'),
      ),
      'docs/b.md': '# B\n\nIts valve.\n',
      'docs/b.md.pnk.yaml': sidecar(B, 'The valve'),
    },
    { name: 'one', id: ONE },
  )
const two = () =>
  makeKb(
    { 'docs/far.md': '# Far\n\nThe tides drive it.\n', 'docs/far.md.pnk.yaml': sidecar(FAR, 'Tides') },
    { name: 'two', id: TWO },
  )

describe('pinakes_links', () => {
  it('says of each neighbour whether and how it can be read', async () => {
    const { answer } = await connect([await one(), await two()])
    const found = await answer('pinakes_links', { doc_id: A })
    expect(found).toMatchObject({ kb: 'one', kb_id: ONE, document: A, confidence: 'unknown', degraded: null })
    const rows = Object.fromEntries(found.neighbours.map((row: { rel: string }) => [row.rel, row]))
    expect(rows.cites).toEqual({
      ...{ kb_id: ONE, doc_id: B, title: 'The valve', rel: 'cites', direction: 'out', distance: 1 },
      ...{ score: 2, scored_by_query: false, terminal: false, reachable: true },
    })
    expect(rows['see also']).toMatchObject({
      terminal: true,
      reachable: true,
      fetch_with: { doc_id: FAR, kb: TWO },
    })
    expect(rows.disputes).toMatchObject({
      terminal: true,
      reachable: false,
      reason: expect.stringContaining('not served'),
    })
    expect(rows.disputes.fetch_with).toBeUndefined()
    expect(found.unresolved).toEqual([
      { kb_id: ONE, doc_id: LOST, rel: 'based on', reason: expect.stringContaining('no active document') },
    ])
    expect(found.frontier.map(({ reason }: { reason: string }) => reason)).toContain('terminal')
    expect(found.suggested_next).toContain('fetch_with')
  })

  it('takes a path from the index, and ranks by a query', async () => {
    const { answer } = await connect([await one()])
    const found = await answer('pinakes_links', { doc_id: 'docs/b.md', query: 'harbour' })
    expect(found.neighbours).toMatchObject([{ doc_id: A, direction: 'in', scored_by_query: true }])
    expect(found.suggested_next).toContain('pinakes_get')
  })

  it('suggests wider arguments, or a search, where nothing is left', async () => {
    const { answer } = await connect([await one(), await two()])
    const narrowed = await answer('pinakes_links', { doc_id: A, rel: 'no such' })
    expect(narrowed.neighbours).toEqual([])
    for (const wanted of ["direction='both'", 'no rel', 'depth=1'])
      expect(narrowed.suggested_next).toContain(wanted)
    const none = await answer('pinakes_links', { doc_id: FAR, kb: 'two' })
    expect(none).toMatchObject({ neighbours: [], unresolved: [] })
    expect(none.suggested_next).toContain('pinakes_search')
    const bounded = await answer('pinakes_links', { doc_id: A, max_rows: 0 })
    expect(bounded.suggested_next).toContain('max_rows')
  })

  it('clamps numbers instead of refusing them', async () => {
    const { answer } = await connect([await one()])
    const found = await answer('pinakes_links', {
      doc_id: A,
      depth: 99,
      max_rows: -5,
      token_budget: 1_000_000,
    })
    expect(found.neighbours).toEqual([])
    expect(found.truncated).toEqual(['rows'])
  })

  it.each([
    '../../etc/passwd',
    'docs/../../../etc/passwd',
    '/etc/passwd',
    'file:///etc/passwd',
    'C:\\Windows\\win.ini',
    'docs/a.md\0.txt',
  ])('refuses %j as no path of a knowledge base', async (doc_id) => {
    const { failure } = await connect([await one()])
    const { error } = await failure('pinakes_links', { doc_id })
    expect(error).toMatchObject({
      reason: 'SERVE_ARGUMENT_INVALID',
      remedy: expect.stringContaining('pinakes_search'),
    })
  })

  it('names pinakes_search for a document that is not there', async () => {
    const { failure } = await connect([await one()])
    const { error } = await failure('pinakes_links', { doc_id: 'docs/nowhere.md' })
    expect(error).toMatchObject({ code: 'ServeError', reason: 'SERVE_DOCUMENT_UNKNOWN' })
    expect(error.remedy).toContain('pinakes_search')
  })

  it('keeps hundreds of rows with long titles under the cap, and says what it cut', async () => {
    const ids = Array.from({ length: 230 }, () => mintUlid<'document'>())
    const files = Object.fromEntries(
      ids.flatMap((id, i) => [
        [`docs/n${i}.md`, `# N${i}\n`],
        [`docs/n${i}.md.pnk.yaml`, sidecar(id, `Title ${i} ${'tides and tables '.repeat(60)}`)],
      ]),
    )
    const hub = sidecar(A, 'Hub', ...ids.map((id) => link(`pnk://self/${id}`, 'lists')))
    const kb = await makeKb(
      { ...files, 'docs/a.md': '# A\n', 'docs/a.md.pnk.yaml': hub },
      { manifest: 'adjacent_k = 64\n' },
    )
    const { answer } = await connect([kb])
    const found = await answer('pinakes_links', { doc_id: A, max_rows: 200, token_budget: 20_000 })
    expect(JSON.stringify(found).length / 3).toBeLessThan(20_000)
    expect(found.neighbours.length).toBeGreaterThan(20)
    expect(found.truncated.length + found.notices.length + found.frontier.length).toBeGreaterThan(0)
  })
})

describe('an agent', () => {
  it('searches, reads, follows a link and reads on in the second knowledge base', async () => {
    const { answer } = await connect([await one(), await two()])
    const { passages } = await answer('pinakes_search', { query: 'harbour pump' })
    const [best] = passages
    expect(best.doc_id).toBe(A)
    const { text } = await answer('pinakes_get', { doc_id: best.doc_id })
    expect(text).toContain('The harbour pump.')
    const { neighbours } = await answer('pinakes_links', { doc_id: best.doc_id, rel: 'see also' })
    const [{ fetch_with }] = neighbours
    const far = await answer('pinakes_get', fetch_with)
    expect(far).toMatchObject({ kb: 'two', path: 'docs/far.md' })
    expect(far.text).toContain('The tides drive it.')
  })
})
