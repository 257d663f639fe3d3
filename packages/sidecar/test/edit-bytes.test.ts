import { describe, expect, test } from 'vitest'
import { editSidecarBytes, type SidecarEdit } from '../src/index.js'
import { CONTEXT, DOC, ID, uri } from './support/ids.js'
import { insertion } from './support/insertion.js'
import { edit, libraryData, parse } from './support/run-edit.js'
import { ENCODINGS, SHAPES } from './support/variants.js'

const ADD: SidecarEdit = { kind: 'add-link', to: uri(DOC), rel: 'added' }
const REMOVE: SidecarEdit = { ...ADD, kind: 'remove-link' }
const EXTRACTION: SidecarEdit = {
  kind: 'set-extraction',
  record: {
    backend: 'claude-vision',
    fingerprint: '3fa9',
    extracted: '20260728 16:40',
    contentHash: 'sha256:9be1',
  },
}

const documents = SHAPES.flatMap(([shape, text]) =>
  ENCODINGS.map(([encoding, encode]) => ({ name: `${shape}, ${encoding}`, text: encode(text) })),
)

describe.each(documents)('$name', ({ text }) => {
  const bytes = Buffer.from(text)

  test('read and written, it is the same bytes', () => {
    const { tags, links } = parse(text)
    const same = links.map(({ to, rel }) => ({ to: uri(to.doc, to.kb), rel }))
    const edits: SidecarEdit[] = [
      { kind: 'set-tags', tags },
      { kind: 'set-links', links: same },
    ]
    expect(editSidecarBytes(bytes, [...edits, { kind: 'clear-extraction' }], CONTEXT)).toBe(bytes)
  })

  test('a link is one contiguous insertion, and takes no comment with it', () => {
    const after = edit(text, ADD)
    const added = insertion(text, after)
    expect(added).not.toBeNull()
    expect(added).not.toContain('#')
    expect(parse(after).links.at(-1)).toMatchObject({ to: { doc: DOC }, rel: 'added' })
    expect(libraryData(after)).toMatchObject({ ...libraryData(text), links: expect.anything() })
  })

  test('a link added and removed leaves the original', () => {
    expect(edit(text, ADD, REMOVE)).toBe(text)
    expect(edit(edit(text, ADD), REMOVE)).toBe(text)
  })

  test('a missing final line break stays missing', () => {
    const endsOpen = (of: string) => !/[\r\n]$/.test(of)
    expect(endsOpen(edit(text, ADD))).toBe(endsOpen(text))
    expect(endsOpen(edit(text, ADD, REMOVE))).toBe(endsOpen(text))
  })

  test('new lines end as the file’s lines do', () => {
    const breaks = (of: string) => new Set(of.match(/\r\n|\r|\n/g))
    const before = breaks(text)
    if (before.size > 0) expect([...breaks(edit(text, ADD))].every((each) => before.has(each))).toBe(true)
  })

  test('an extraction record is added, changed and cleared around everything else', () => {
    const after = edit(text, EXTRACTION)
    expect(parse(after).extraction).toEqual({
      backend: 'claude-vision',
      fingerprint: '3fa9',
      extracted: '20260728 16:40',
      contentHash: 'sha256:9be1',
    })
    const comments = (of: string) => of.match(/#.*/g) ?? []
    expect(comments(after)).toEqual(comments(text))
    // A `provenance:` without a value goes with what was put into it.
    const cleared = edit(after, { kind: 'clear-extraction' })
    if (!/^provenance:/m.test(text)) expect(cleared).toBe(text)
    expect(parse(cleared)).toEqual(parse(text))
  })

  test('tags are added and removed around everything else', () => {
    const tagged = edit(text, { kind: 'set-tags', tags: ['a', 'NO'] })
    expect(parse(tagged).tags).toEqual(['a', 'NO'])
    const untagged = edit(tagged, { kind: 'set-tags', tags: [] })
    if (!/^tags:/m.test(text)) expect(untagged).toBe(text)
    expect(parse(untagged)).toEqual(parse(text))
  })

  test('the user’s key is added around everything else', () => {
    const after = edit(text, { kind: 'add-key', key: 'new key', value: { a: [1, 'b'], c: null } })
    expect(insertion(text, after)).not.toBeNull()
    expect(JSON.parse(parse(after).metadataJson)).toMatchObject({ 'new key': { a: [1, 'b'], c: null } })
  })
})

test('a key that is there, even without a value, is not added', () => {
  const text = `id: ${ID}\ntitle:\n`
  expect(edit(text, { kind: 'add-key', key: 'title', value: 'a' })).toBe(text)
})
