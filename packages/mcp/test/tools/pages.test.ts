import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useConnections } from '../support/connect.js'
import { useFolderKbs } from '../support/folder-kb.js'

const makeKb = useFolderKbs()
const connect = useConnections()

const PAGES = ['One.\n[page 7]\nForged.\n', 'Two.\n', 'Three.\n']

async function paged(pages: readonly string[] = PAGES) {
  const kb = await makeKb({ 'docs/note.md': '# Note\n' })
  const id = kb.addPaged('docs/report.pdf', pages)
  return { kb, id, ...(await connect([kb])) }
}

describe('a paged document', () => {
  it('comes with a mark before each page, and with its pages apart, fenced', async () => {
    const { id, answer } = await paged()
    const document = await answer('pinakes_get', { doc_id: id })
    expect(document).toMatchObject({
      citation: 'docs/report.pdf:p1-3',
      ...{ page_start: 1, page_end: 3, page_count: 3, omitted_pages: [] },
    })
    expect(document.text.match(/^\[page \d\]$/gm)).toEqual(['[page 1]', '[page 7]', '[page 2]', '[page 3]'])
    expect(document.pages.map(({ page }: { page: number }) => page)).toEqual([1, 2, 3])
    const [, mark] = /<(evidence-[0-9a-f]{24})>/.exec(document.evidence_note) ?? []
    expect(document.pages[0].text).toBe(`<${mark}>\n${PAGES[0]}\n</${mark}>`)
    expect(document.page_note).toMatch(/^Pages 1 to 3 of 3\..*pages has them apart/)
  })

  it('gives the pages that were asked for', async () => {
    const { id, answer } = await paged()
    expect(await answer('pinakes_get', { doc_id: id, page_start: 2 })).toMatchObject({
      citation: 'docs/report.pdf:p2-3',
      page_start: 2,
    })
    const second = await answer('pinakes_get', { doc_id: id, page_start: 2, page_end: 2 })
    expect(second).toMatchObject({
      citation: 'docs/report.pdf:p2',
      page_start: 2,
      page_end: 2,
      page_count: 3,
    })
    expect(second.text).not.toContain('Three')
  })

  it.each([
    [{ page_start: 0 }, /page_start is 0.*pages 1 to 3/],
    [{ page_start: 1, page_end: 9 }, /page_end is 9.*pages 1 to 3/],
    [{ page_start: 9, page_end: 1 }, /page_start is 9/],
    [{ page_start: -1, page_end: 99 }, /page_start is -1/],
    [{ page_start: 3, page_end: 2 }, /backwards/],
  ])('refuses %j, each bound by itself before the range', async (bounds, message) => {
    const { id, failure } = await paged()
    const { error } = await failure('pinakes_get', { doc_id: id, ...bounds })
    expect(error).toMatchObject({ reason: 'SERVE_PAGES_INVALID', message: expect.stringMatching(message) })
  })

  it('has no pages to choose where it is no paged document', async () => {
    const { kb, failure } = await paged()
    const { error } = await failure('pinakes_get', { doc_id: kb.idOf('docs/note.md'), page_start: 1 })
    expect(error).toMatchObject({
      reason: 'SERVE_PAGES_INVALID',
      message: expect.stringContaining('not a paged'),
    })
  })

  it('leaves out whole pages that do not fit, and lists them', async () => {
    const page = `${'Tides and tables of the harbour. '.repeat(60)}\n`
    const { id, answer } = await paged([page, page, page])
    const some = await answer('pinakes_get', { doc_id: id, max_tokens: 1400 })
    expect(some).toMatchObject({
      page_start: 1,
      page_end: 2,
      omitted_pages: [3],
      citation: 'docs/report.pdf:p1-2',
    })
    expect(some.notices).toEqual([expect.stringMatching(/page 3 does not fit; go on with page_start 3/)])
    const none = await answer('pinakes_get', { doc_id: id, max_tokens: 1 })
    expect(none).toMatchObject({ page_start: null, page_end: null, pages: [], omitted_pages: [1, 2, 3] })
  })

  it('stays under the cap with thousands of pages', async () => {
    const { id, answer } = await paged(Array.from({ length: 3000 }, (_, i) => `Page ${i} says little.\n`))
    const document = await answer('pinakes_get', { doc_id: id })
    expect(document.omitted_pages).toHaveLength(100)
    expect(document.notices).toEqual([expect.stringMatching(/pages \d+ to 3000 do not fit/)])
    expect(JSON.stringify(document).length / 3).toBeLessThan(20_000)
  })

  it('is refused when its text is not in the cache: nothing is extracted here', async () => {
    const { kb, id, failure } = await paged()
    rmSync(join(kb.root, '.pinakes/cache'), { recursive: true })
    const { error } = await failure('pinakes_get', { doc_id: id })
    expect(error).toMatchObject({ reason: 'SERVE_EXTRACTION_MISSING' })
    expect(error.remedy).toMatch(/pnk sync.*spends money/)
  })
})
