import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useConnections } from '../support/connect.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const connect = useConnections()

const FILES = {
  'docs/pump.md': '# The pump\n\nThe harbour pump is repaired by Ada Lovelace every spring.\n',
  'docs/mill.md': '# The mill\n\nAn overshot wheel drives the mill.\n',
}

describe('the tools', () => {
  it('are four, each with its schemas, read-only and closed to other arguments', async () => {
    const { client } = await connect([await makeKb(FILES)])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'pinakes_search',
      'pinakes_get',
      'pinakes_links',
      'pinakes_list_kbs',
    ])
    for (const tool of tools) {
      expect(tool.annotations).toEqual({
        title: expect.stringMatching(/^[A-Z]/),
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
      expect(tool.inputSchema.additionalProperties, tool.name).toBe(false)
      expect(tool.outputSchema?.type, tool.name).toBe('object')
    }
    const names = Object.fromEntries(
      tools.map((tool) => [tool.name, Object.keys(tool.inputSchema.properties ?? {})]),
    )
    expect(names).toEqual({
      pinakes_search: [
        ...['query', 'kb', 'tags', 'path_prefix', 'source_type', 'k', 'modified_after', 'modified_before'],
        ...['entities', 'concepts', 'max_per_document', 'max_tokens', 'explain'],
      ],
      pinakes_get: ['doc_id', 'kb', 'page_start', 'page_end', 'max_tokens'],
      pinakes_links: ['doc_id', 'kb', 'rel', 'direction', 'depth', 'query', 'max_rows', 'token_budget'],
      pinakes_list_kbs: [],
    })
    expect(tools.map((tool) => tool.inputSchema.required)).toEqual([['query'], ['doc_id'], ['doc_id'], []])
  })

  it('name every optional argument as nullable, and accept null for each', async () => {
    const kb = await makeKb(FILES)
    const { client, answer } = await connect([kb])
    const { tools } = await client.listTools()
    const required: Record<string, Record<string, unknown>> = {
      pinakes_search: { query: 'pump' },
      pinakes_get: { doc_id: kb.idOf('docs/pump.md') },
      pinakes_links: { doc_id: kb.idOf('docs/pump.md') },
    }
    for (const { name, inputSchema } of tools) {
      const properties = Object.entries(inputSchema.properties ?? {}) as [string, { anyOf: unknown }][]
      const optional = properties.filter(([key]) => required[name]?.[key] === undefined)
      for (const [key, { anyOf }] of optional) {
        expect(anyOf, `${name} ${key}`).toContainEqual({ type: 'null' })
      }
      const nulls = Object.fromEntries(optional.map(([key]) => [key, null]))
      await answer(name, { ...required[name], ...nulls })
    }
  })
})

describe('pinakes_search', () => {
  it('answers with cited, fenced passages and a next step', async () => {
    const kb = await makeKb(FILES)
    const { answer } = await connect([kb])
    const found = await answer('pinakes_search', { query: 'who repairs the pump' })
    expect(found).toMatchObject({
      kb: 'notes',
      kb_id: kb.id,
      query: 'who repairs the pump',
      confidence: 'unknown',
      degraded: null,
      omitted: [],
      dropped: { per_document: 0 },
    })
    const [first] = found.passages
    expect(first).toMatchObject({
      doc_id: kb.idOf('docs/pump.md'),
      path: 'docs/pump.md',
      title: 'The pump',
      heading_path: 'The pump',
      changed_since_index: false,
      instruction_like: false,
    })
    expect(first.citation).toMatch(/^docs\/pump\.md:\d+-\d+ \(The pump\)$/)
    expect(first.scores).toBeUndefined()
    const [, mark] = /^<(evidence-[0-9a-f]{24})>\n/.exec(first.evidence) ?? []
    expect(first.evidence).toContain('Ada Lovelace')
    expect(first.evidence.endsWith(`\n</${mark}>`)).toBe(true)
    expect(found.evidence_note).toContain(`<${mark}>`)
    expect(found.evidence_note).toContain('never instructions')
    expect(found.suggested_next).toMatch(/pinakes_get/)
  })

  it('explains when asked, with scores and channels', async () => {
    const { answer } = await connect([await makeKb(FILES)])
    const found = await answer('pinakes_search', { query: 'pump', explain: true })
    expect(found.passages[0].scores).toMatchObject({ bm25_rank: 1, rerank: null })
    expect(found.channels.map(({ channel }: { channel: string }) => channel)).toContain('vector')
  })

  it('narrows by every filter', async () => {
    const kb = await makeKb(FILES)
    kb.write('docs/pump.md.pnk.yaml', `id: ${kb.idOf('docs/pump.md')}\ntitle: P\ntags: [water]\n`)
    kb.write('docs/tool.py', 'def pump(): pass\n')
    await kb.sync()
    const { answer } = await connect([kb])
    const paths = async (args: Record<string, unknown>) => {
      const { passages } = await answer('pinakes_search', { query: 'pump mill', ...args })
      return [...new Set(passages.map(({ path }: { path: string }) => path))].sort()
    }
    expect(await paths({ tags: ['water'] })).toEqual(['docs/pump.md'])
    expect(await paths({ path_prefix: 'docs/m' })).toEqual(['docs/mill.md'])
    expect(await paths({ modified_before: '19800101' })).toEqual([])
    expect(await paths({ modified_after: '19800101' })).toEqual(['docs/mill.md', 'docs/pump.md'])
    expect(await paths({ k: 1, entities: ['Ada Lovelace'], concepts: ['repair'] })).toHaveLength(1)
  })

  it('says so in both parts when nothing matches, and that a filter may be dropped', async () => {
    const { answer } = await connect([await makeKb(FILES)])
    const found = await answer('pinakes_search', { query: 'pump', tags: ['nowhere'] })
    expect(found.passages).toEqual([])
    expect(found.confidence_reason).toBe('nothing matched the filters')
    expect(found.suggested_next).toMatch(/drop a filter/)
  })

  it('says where max_tokens left passages out', async () => {
    const { answer } = await connect([await makeKb(FILES)])
    const found = await answer('pinakes_search', { query: 'pump', max_tokens: 1 })
    expect(found.passages).toEqual([])
    expect(found.omitted[0]).toMatchObject({ citation: expect.stringContaining('docs/') })
    expect(found.suggested_next).toMatch(/raise/)
  })
})

describe('pinakes_get', () => {
  it('gives a document by its id, fenced', async () => {
    const kb = await makeKb(FILES)
    const { answer } = await connect([kb])
    const id = kb.idOf('docs/mill.md')
    const document = await answer('pinakes_get', { doc_id: id })
    expect(document).toMatchObject({
      kb: 'notes',
      kb_id: kb.id,
      id,
      path: 'docs/mill.md',
      citation: 'docs/mill.md',
      title: 'The mill',
      tags: [],
      stale_source: false,
      stale_extraction: null,
      notices: [],
    })
    const [, mark] = /<(evidence-[0-9a-f]{24})>/.exec(document.evidence_note) ?? []
    expect(document.text).toBe(`<${mark}>\n${FILES['docs/mill.md']}\n</${mark}>`)
    expect(Object.keys(document)).not.toContain('pages')
  })

  it('gives the file as it is now, and says that it changed', async () => {
    const kb = await makeKb(FILES)
    const { answer } = await connect([kb])
    kb.write('docs/mill.md', '# The mill\n\nIt burnt down.\n')
    const document = await answer('pinakes_get', { doc_id: kb.idOf('docs/mill.md') })
    expect(document.stale_source).toBe(true)
    expect(document.text).toContain('burnt down')
    expect(document.notices).toEqual([expect.stringMatching(/changed since the last sync/)])
  })

  it('refuses a file that is gone or is no text any more', async () => {
    const kb = await makeKb(FILES)
    const { failure } = await connect([kb])
    const id = kb.idOf('docs/mill.md')
    rmSync(join(kb.root, 'docs/mill.md'))
    const gone = await failure('pinakes_get', { doc_id: id })
    expect(gone.error).toMatchObject({ code: 'ServeError', reason: 'SERVE_SOURCE_UNREADABLE' })
    expect(gone.text).toContain('docs/mill.md')
    expect(gone.text).not.toContain(kb.root)
  })

  it('cuts at max_tokens between blocks and says how to find the rest', async () => {
    const blocks = Array.from({ length: 20 }, (_, i) => `Block number ${i} has a few words of its own.\n`)
    const kb = await makeKb({ 'docs/long.md': blocks.join('\n') })
    const { answer } = await connect([kb])
    const document = await answer('pinakes_get', { doc_id: kb.idOf('docs/long.md'), max_tokens: 60 })
    expect(document.text).toContain('Block number 0 has')
    expect(document.text).not.toContain('Block number 19')
    expect(document.text).toMatch(/of its own\.\n\n?\n<\/evidence-/)
    expect(document.notices).toEqual([
      expect.stringMatching(
        /^cut: the first \d of 20 blocks fit max_tokens.*pinakes_search.*"docs\/long\.md"/,
      ),
    ])
  })

  it('is the end of a file that became a named pipe, not a wait for ever', async () => {
    const kb = await makeKb(FILES)
    const { answer, failure } = await connect([kb])
    const path = join(kb.root, 'docs/mill.md')
    const id = kb.idOf('docs/mill.md')
    rmSync(path)
    execFileSync('mkfifo', [path])
    const { error } = await failure('pinakes_get', { doc_id: id })
    expect(error.reason).toBe('SERVE_SOURCE_UNREADABLE')
    const { passages } = await answer('pinakes_search', { query: 'mill', k: 1 })
    expect(passages).toMatchObject([{ path: 'docs/mill.md', changed_since_index: true }])
  })

  it('names pinakes_search for an id that is not there', async () => {
    const { failure } = await connect([await makeKb(FILES)])
    const { error, text } = await failure('pinakes_get', { doc_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })
    expect(error).toMatchObject({ code: 'ServeError', reason: 'SERVE_DOCUMENT_UNKNOWN' })
    expect(text).toBe(`${error.message}\n${error.remedy}`)
    expect(error.remedy).toContain('pinakes_search')
  })

  it('gives no document that was deleted', async () => {
    const kb = await makeKb(FILES)
    const id = kb.idOf('docs/mill.md')
    const { failure } = await connect([kb])
    rmSync(join(kb.root, 'docs/mill.md'))
    await kb.sync()
    expect((await failure('pinakes_get', { doc_id: id })).error.reason).toBe('SERVE_DOCUMENT_UNKNOWN')
  })
})

describe('pinakes_list_kbs', () => {
  it('lists what is served, in order, with 0 documents for what was never synced', async () => {
    const one = await makeKb(FILES, { name: 'one' })
    const two = await makeKb({}, { name: 'two', isSynced: false })
    const { answer } = await connect([one, two])
    expect(await answer('pinakes_list_kbs')).toEqual({
      result: [
        { name: 'one', id: one.id, documents: 2 },
        { name: 'two', id: two.id, documents: 0 },
      ],
    })
  })
})
