import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash, kbPaths } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { KB_ID, type TestKb } from './support/test-kb.js'
import { useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()
const code = (name: string) => expect.objectContaining({ code: name })
const NOTE = '# Note\r\n\r\nFirst 🧭 part.\r\n\r\n## More\r\n\r\nSecond part.\r\n'
const NOTE_TEXT = NOTE.replaceAll('\r\n', '\n')

describe('get', () => {
  it('gives a whole document by id, link, path, relative and absolute path', async () => {
    const kb = await make({ 'docs/note.md': { text: NOTE, title: 'A note', tags: ['x'], mtime: 1e9 } })
    const view = await open(kb)
    const id = kb.ids.get('docs/note.md') ?? ''
    const whole = await view.get(id)
    expect(whole).toMatchObject({
      kbId: KB_ID,
      docId: id,
      path: 'docs/note.md',
      title: 'A note',
      sourceType: 'markdown',
      tags: ['x'],
      mtime: 1e9,
      citation: 'docs/note.md',
      charStart: 0,
      charEnd: [...NOTE_TEXT].length,
      text: NOTE_TEXT,
      origin: 'file',
      changedSinceIndex: false,
      pages: null,
    })
    const others = [
      `pnk://${KB_ID}/${id}`,
      `pnk://self/${id}`,
      'docs/note.md',
      './docs/note.md',
      join(kb.root, 'docs/note.md'),
    ]
    for (const reference of others) expect(await view.get(reference), reference).toEqual(whole)
  })

  it('gives any span by code points, with the heading when the span is a passage', async () => {
    const view = await open(await make({ 'docs/note.md': NOTE }))
    expect(await view.get('docs/note.md:14-15')).toMatchObject({ text: '🧭', citation: 'docs/note.md:14-15' })
    const passage = (await view.search('second')).passages[0]
    expect((await view.get(`docs/note.md:${passage?.charStart}-${passage?.charEnd}`)).citation).toBe(
      passage?.citation,
    )
    const clamped = await view.get('docs/note.md:14-99999')
    expect(clamped.charEnd).toBe([...NOTE_TEXT].length)
    expect(clamped.citation).toBe(`docs/note.md:14-${clamped.charEnd}`)
  })

  it('finds a name in whichever composition it was typed', async () => {
    const nfd = 'docs/Cafe\u0301.md'
    const view = await open(await make({ [nfd]: 'tables' }))
    expect((await view.get('docs/Café.md')).path).toBe(nfd)
    expect((await view.get('docs/Café.md:0-3')).text).toBe('tab')
  })

  it('prefers a path to a citation that looks like it', async () => {
    const view = await open(
      await make({ 'docs/a.md': 'short', 'docs/a.md:0-2': { text: 'odd name', sourceType: 'text' } }),
    )
    expect((await view.get('docs/a.md:0-2')).text).toBe('odd name')
    expect((await view.get('docs/a.md:0-3')).text).toBe('sho')
  })

  it.each(['', '  ', 'pnk://self', 'pnk://self/nonsense'])(
    'refuses %j as no reference',
    async (reference) => {
      const view = await open(await make({ 'docs/a.md': 'text' }))
      await expect(view.get(reference)).rejects.toThrow(code('RETRIEVE_REFERENCE_INVALID'))
    },
  )

  it.each([
    'docs/none.md',
    '01JV3M8Q6ZT4XN0R5K7WBYC2DE',
    'pnk://01JV3M8Q6ZT4XN0R5K7WBYC2DE/01JV3M8Q6ZT4XN0R5K7WBYC2DE',
    'ck_aaaaaaaaaaaaaaaaaaaaaaaaaa',
    'docs/a.md:50-60',
    '../outside.md',
    'a\0b',
  ])('says that there is no %j', async (reference) => {
    const view = await open(await make({ 'docs/a.md': 'text' }))
    await expect(view.get(reference)).rejects.toThrow(code('RETRIEVE_NOT_FOUND'))
  })

  it('says that a deleted document is gone', async () => {
    const kb = await make({ 'docs/a.md': 'text' })
    const id = kb.ids.get('docs/a.md')
    kb.write((writer) => writer.softDelete(id === undefined ? [] : [id]))
    const view = await open(kb)
    await expect(view.get(id ?? '')).rejects.toThrow(/docs\/a.md, which is gone/)
  })

  it('serves the indexed text of a file that changed or went, and says so', async () => {
    const kb = await make({ 'docs/note.md': NOTE })
    const view = await open(kb)
    writeFileSync(join(kb.root, 'docs/note.md'), 'entirely new')
    const changed = await view.get('docs/note.md')
    expect(changed).toMatchObject({ origin: 'index', changedSinceIndex: true, charStart: 0 })
    expect(changed.text).toBe(NOTE_TEXT.trimEnd())
    expect((await view.get('docs/note.md:8-13')).text).toBe('First')
    rmSync(join(kb.root, 'docs/note.md'))
    expect(await view.get('docs/note.md')).toEqual({ ...changed, fileIsGone: true })
  })

  it('takes a citation with the parentheses that search prints around it', async () => {
    const kb = await make({ 'docs/note.md': NOTE, 'docs/(odd).md': 'odd' })
    const view = await open(kb)
    const plain = await view.get('docs/note.md:8-13')
    for (const reference of ['(docs/note.md:8-13)', ' (docs/note.md:8-13 (Note)) '])
      expect(await view.get(reference)).toEqual(plain)
    expect((await view.get('docs/(odd).md')).path).toBe('docs/(odd).md')
    await expect(view.get('(docs/none.md:8-13)')).rejects.toThrow(code('RETRIEVE_NOT_FOUND'))
  })

  it.each([
    ['docs/note.md:10-5', /its span ends at 5, before it begins at 10/],
    ['docs/note.md:10-5 (Note)', /its span ends at 5, before it begins at 10/],
    ['docs/note.md:p5-2', /its pages end at 2, before they begin at 5/],
    ['docs/note.md:p0', /pages are counted from 1/],
  ])('says what is wrong with %s', async (reference, why) => {
    const view = await open(await make({ 'docs/note.md': NOTE }))
    await expect(view.get(reference)).rejects.toThrow(code('RETRIEVE_REFERENCE_INVALID'))
    await expect(view.get(reference)).rejects.toThrow(why)
  })

  it('says what a span that ends beyond the document was cut to, and nothing where it ends with it', async () => {
    const kb = await make({ 'docs/note.md': NOTE })
    const view = await open(kb)
    const end = [...NOTE_TEXT].length
    expect(await view.get('docs/note.md:8-99999')).toMatchObject({
      charStart: 8,
      charEnd: end,
      citation: `docs/note.md:8-${end}`,
      notices: [`cut: the document ends at ${end}, and 8-99999 was asked for`],
    })
    for (const whole of [`docs/note.md:8-${end}`, 'docs/note.md'])
      expect((await view.get(whole)).notices, whole).toEqual([])
    await expect(view.get(`docs/note.md:${end}-99999`)).rejects.toThrow(code('RETRIEVE_NOT_FOUND'))
    writeFileSync(join(kb.root, 'docs/note.md'), 'entirely new')
    const stored = [...NOTE_TEXT.trimEnd()].length
    expect((await view.get('docs/note.md:8-99999')).notices).toEqual([
      `cut: what is stored of the document ends at ${stored}, and 8-99999 was asked for`,
    ])
  })

  it('of a document that the last sync could not take says why, and where the list is', async () => {
    const kb = await make({ 'docs/note.md': NOTE })
    const failure = { stage: 'index', error: 'ExtractError: not UTF-8', happened: '20260101 00:00' } as const
    kb.write((writer) => writer.recordFailure({ path: 'docs/bad.md', ...failure }))
    const view = await open(kb)
    for (const reference of [
      'docs/bad.md',
      './docs/bad.md',
      'docs/bad.md:0-10',
      join(kb.root, 'docs/bad.md'),
    ]) {
      await expect(view.get(reference), reference).rejects.toMatchObject({
        code: 'RETRIEVE_NOT_FOUND',
        message: 'docs/bad.md could not be indexed: ExtractError: not UTF-8',
        remedy: 'See `pnk ls --failed`; correct the file, then run `pnk sync`.',
      })
    }
    await expect(view.get('docs/other.md')).rejects.toThrow(/^Nothing that is indexed is called/)
  })

  it('shows no more of a long reference than its two ends', async () => {
    const view = await open(await make({ 'docs/note.md': NOTE }))
    for (const reference of ['x'.repeat(100_000), `pnk://${'x'.repeat(100_000)}`]) {
      const error = await view.get(reference).catch((caught: unknown) => caught as Error)
      expect(error).toBeInstanceOf(Error)
      expect((error as Error).message.length).toBeLessThan(400)
      expect((error as Error).message).toContain('…')
    }
  })

  it('reads no file that a link leads out of the knowledge base', async () => {
    const outside = await make({ 'docs/secret.md': 'not yours' })
    const kb = await make({ 'docs/a.md': 'not yours' })
    rmSync(join(kb.root, 'docs/a.md'))
    symlinkSync(join(outside.root, 'docs/secret.md'), join(kb.root, 'docs/a.md'))
    const view = await open(kb)
    await expect(view.get('docs/a.md')).rejects.toThrow(code('RETRIEVE_OUTSIDE_KB'))
    const [passage] = (await view.search('yours')).passages
    expect((await view.get(passage?.chunkId ?? '')).text).toBe('not yours')
  })

  it('gives an empty document as empty', async () => {
    const view = await open(await make({ 'docs/empty.md': '' }))
    expect(await view.get('docs/empty.md')).toMatchObject({ text: '', charStart: 0, charEnd: 0, chunks: 0 })
  })
})

describe('get on paged documents', () => {
  const pages = ['first page\n', 'second 🧭 page\n', 'third page']
  const text = pages.join('')
  const spans: (readonly [number, number])[] = []
  for (const page of pages) {
    const start = spans.at(-1)?.[1] ?? 0
    spans.push([start, start + [...page].length])
  }
  const fingerprint = 'f'.repeat(64)

  async function paged(cached = true): Promise<TestKb> {
    const kb = await make({
      'docs/r.pdf': {
        text,
        sourceType: 'pdf',
        pageSpans: spans,
        extraction: { backend: 'pypdfium2', fingerprint },
      },
    })
    if (cached) cache(kb, { schema: 1, text, page_spans: spans })
    return kb
  }
  function cache(kb: TestKb, entry: unknown) {
    const { extractCacheDir } = kbPaths(kb.root)
    mkdirSync(extractCacheDir, { recursive: true })
    const hex = contentHash(text).slice('sha256:'.length)
    writeFileSync(join(extractCacheDir, `${hex}-${fingerprint}.json`), JSON.stringify(entry))
  }

  it('gives pages apart, by range', async () => {
    const view = await open(await paged())
    expect(await view.get('docs/r.pdf:p2-3')).toMatchObject({
      citation: 'docs/r.pdf:p2-3',
      origin: 'extraction',
      text: pages.slice(1).join(''),
      pageStart: 2,
      pageEnd: 3,
      pageCount: 3,
      pages: [
        { page: 2, text: pages[1] },
        { page: 3, text: pages[2] },
      ],
    })
    expect(await view.get('docs/r.pdf')).toMatchObject({
      text,
      pageStart: 1,
      pageEnd: 3,
      citation: 'docs/r.pdf',
    })
  })

  it('refuses pages that are not there, with the total, and pages of a text', async () => {
    const kb = await paged()
    await kb.put({ 'docs/a.md': { text: 'no pages' } })
    const view = await open(kb)
    for (const range of ['p4', 'p4-9']) {
      await expect(view.get(`docs/r.pdf:${range}`)).rejects.toMatchObject({
        code: 'RETRIEVE_NOT_FOUND',
        message: expect.stringContaining('it has 3 pages'),
      })
    }
    await expect(view.get('docs/a.md:p1')).rejects.toThrow(code('RETRIEVE_REFERENCE_INVALID'))
  })

  it('says what pages that end beyond the document were cut to', async () => {
    const view = await open(await paged())
    expect(await view.get('docs/r.pdf:p2-9')).toEqual({
      ...(await view.get('docs/r.pdf:p2-3')),
      notices: ['cut: the document ends with page 3, and p2-9 was asked for'],
    })
    const stored = await open(await paged(false))
    expect(await stored.get('docs/r.pdf:p2-9')).toMatchObject({
      citation: 'docs/r.pdf:p2-3',
      pageEnd: 3,
      notices: ['cut: what is stored of the document ends with page 3, and p2-9 was asked for'],
    })
    expect((await stored.get('docs/r.pdf:p2-3')).notices).toEqual([])
  })

  it('falls back to the stored passages when the extraction is not at hand', async () => {
    const torn = await paged(false)
    cache(torn, { schema: 1, text })
    for (const kb of [await paged(false), torn]) {
      const view = await open(kb)
      expect(await view.get('docs/r.pdf:p2')).toMatchObject({
        origin: 'index',
        pages: null,
        pageCount: null,
        pageStart: 2,
      })
      expect((await view.get('docs/r.pdf:p2')).text).toContain('second 🧭 page')
      await expect(view.get('docs/r.pdf:p9')).rejects.toThrow(code('RETRIEVE_NOT_FOUND'))
    }
  })
})

describe('list', () => {
  it('gives active documents by path, with chunks, tags and what changed', async () => {
    const kb = await make({
      'docs/b.md': '# B\n\none\n\n## C\n\ntwo',
      'docs/a.md': { text: 'x', tags: ['t'], title: 'A' },
      'docs/😀.md': 'astral name',
      'docs/ｚ.md': 'fullwidth name',
      'docs/empty.md': '',
    })
    const view = await open(kb)
    writeFileSync(join(kb.root, 'docs/a.md'), 'y')
    const documents = await view.list()
    expect(documents.map(({ path, chunks, changedSinceIndex }) => [path, chunks, changedSinceIndex])).toEqual(
      [
        ['docs/a.md', 1, true],
        ['docs/b.md', 2, false],
        ['docs/empty.md', 0, false],
        ['docs/ｚ.md', 1, false],
        ['docs/😀.md', 1, false],
      ],
    )
    expect(documents[0]).toMatchObject({ title: 'A', tags: ['t'], docId: kb.ids.get('docs/a.md') })
    expect((await view.list({ tags: ['t'] })).map(({ path }) => path)).toEqual(['docs/a.md'])
    expect(await view.list({ pathPrefix: 'nowhere/' })).toEqual([])
    await expect(view.list({ modifiedAfter: 'x' })).rejects.toThrow(code('RETRIEVE_FILTER_INVALID'))
  })
})
