import { describe, expect, it } from 'vitest'
import { useConnections } from '../support/connect.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const connect = useConnections()
const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

const connected = async () => connect([await makeKb({ 'docs/a.md': '# A\n\npump\n' })])

describe('arguments that are wrong', () => {
  it.each([
    ['pinakes_search', {}, 'query', /query is missing/],
    ['pinakes_search', { query: null }, 'query', /query is missing/],
    ['pinakes_search', { query: '  ' }, 'query', /query is blank/],
    ['pinakes_search', { query: 7 }, 'query', /query must be a text, found 7/],
    ['pinakes_search', { query: ['a'] }, 'query', /found a list of 1/],
    [
      'pinakes_search',
      { query: 'x', k: '5' },
      'k',
      /k must be a whole number, 1 to 1000000, found the text "5"/,
    ],
    ['pinakes_search', { query: 'x', k: 0 }, 'k', /k must be a whole number/],
    ['pinakes_search', { query: 'x', k: 1.5 }, 'k', /found 1\.5/],
    [
      'pinakes_search',
      { query: 'x', tags: 'water' },
      'tags',
      /tags must be a list of texts, found the text "water"/,
    ],
    ['pinakes_search', { query: 'x', tags: ['a', 3] }, 'tags', /entry 1 is 3/],
    ['pinakes_search', { query: 'x', explain: 'yes' }, 'explain', /true or false/],
    ['pinakes_search', { query: 'x', source_type: 'docx' }, 'source_type', /one of "markdown"/],
    ['pinakes_search', { query: 'x', path_prefix: {} }, 'path_prefix', /found an object/],
    ['pinakes_get', { doc_id: ULID, page_start: '1' }, 'page_start', /whole number/],
    ['pinakes_links', { doc_id: ULID, direction: 'up' }, 'direction', /one of "out", "in", "both"/],
    ['pinakes_links', { doc_id: ULID, depth: null, rel: 5 }, 'rel', /rel must be a text/],
  ])('%s %j names %s', async (tool, args, name, message) => {
    const { failure } = await connected()
    const { error, text } = await failure(tool, args)
    expect(error).toMatchObject({ code: 'ServeError', reason: 'SERVE_ARGUMENT_INVALID' })
    expect(error.message).toMatch(message)
    expect(text).toContain(`argument ${name} `)
  })

  it.each([
    ['pinakes_search', { query: 'x', tag: ['a'] }, 'tag', 'tags'],
    ['pinakes_search', { query: 'x', entity: ['a'] }, 'entity', 'entities'],
    ['pinakes_search', { query: 'x', pathPrefix: 'docs/' }, 'pathPrefix', 'path_prefix'],
    ['pinakes_search', { query: 'x', path: 'docs/' }, 'path', 'path_prefix'],
    ['pinakes_search', { q: 'x' }, 'q', null],
    ['pinakes_get', { doc_id: ULID, page: 1 }, 'page', 'page_start'],
    ['pinakes_get', { docId: ULID }, 'docId', 'doc_id'],
    ['pinakes_links', { doc_id: ULID, relation: 'cites' }, 'relation', 'rel'],
    ['pinakes_list_kbs', { verbose: true }, 'verbose', null],
    ['pinakes_search', { query: 'x', constructor: 1 }, 'constructor', null],
  ])('%s %j: there is no %s', async (tool, args, name, meant) => {
    const { failure } = await connected()
    const { error } = await failure(tool, args)
    expect(error.message).toContain(`there is no argument "${name}"`)
    if (meant !== null) expect(error.remedy).toBe(`Did you mean ${meant}?`)
  })

  it.each(['../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'docs/a.md', ULID.toLowerCase()])(
    'pinakes_get takes no %j for an id',
    async (doc_id) => {
      const { failure } = await connected()
      const { error } = await failure('pinakes_get', { doc_id })
      expect(error).toMatchObject({
        reason: 'SERVE_ARGUMENT_INVALID',
        message: expect.stringContaining('doc_id'),
      })
      expect(error.remedy).toContain('pinakes_search')
    },
  )

  it.each(['elsewhere', '.', '/', '../notes', 'NOTES', ''])(
    'no knowledge base is served as %j',
    async (kb) => {
      const { failure } = await connected()
      const { error } = await failure('pinakes_search', { query: 'x', kb })
      expect(error).toMatchObject({ code: 'ServeError', reason: 'SERVE_UNKNOWN_KB' })
      expect(error.message).toContain('served: "notes"')
      expect(error.remedy).toMatch(/never a path/)
    },
  )

  it.each([
    ['modified_after', { query: 'x', modified_after: '2025-01-01' }, /modified_after must be a real day/],
    ['modified_before', { query: 'x', modified_before: '20251399' }, /modified_before must be a real day/],
  ])('of the search itself keep the name %s', async (name, args, message) => {
    const { failure } = await connected()
    const { error } = await failure('pinakes_search', args)
    expect(error).toMatchObject({ code: 'RetrieveError', message: expect.stringMatching(message) })
    expect(error.message + error.remedy).not.toMatch(/modified[AB]/)
    expect(name).toMatch(/^modified_/)
  })

  it('are counted in characters, as the schema counts them', async () => {
    const { answer } = await connected()
    const asked = await answer('pinakes_search', { query: '🦉'.repeat(8192), entities: ['🦉'.repeat(200)] })
    expect(asked.passages).toEqual([])
  })

  it('of ten million characters are refused by name, at once', async () => {
    const { failure } = await connected()
    const huge = 'x'.repeat(10_000_000)
    const asQuery = await failure('pinakes_search', { query: huge })
    expect(asQuery.error.message).toMatch(/query is 10000000 characters long; at most 8192/)
    const asName = await failure('pinakes_search', { query: 'x', [huge]: 1 })
    expect(asName.text.length).toBeLessThan(1000)
    const asKb = await failure('pinakes_search', { query: 'x', kb: huge })
    expect(asKb.text.length).toBeLessThan(1000)
    const asTags = await failure('pinakes_search', { query: 'x', tags: Array(100_000).fill('t') })
    expect(asTags.error.message).toMatch(/tags has 100000 entries/)
  })
})
