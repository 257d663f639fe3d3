import { expect, test } from 'vitest'
import type { SidecarEdit } from '../src/index.js'
import { DOC, ID, uri } from './support/ids.js'
import { readRefusal } from './support/refuse.js'
import { edit, libraryData, parse } from './support/run-edit.js'
import { textsOf } from './support/shared-data.js'

const FIXTURE = [
  {
    name: 'proposal',
    text: 'eip: 1\ntitle: Purpose and Guidelines\nstatus: Living\nauthor: A B <a@example.org>, C D (@cd), et al.\ncreated: 2015-10-27\n',
  },
  {
    name: 'requires',
    text: 'title: "Quoted: yes"\nrequires: 20, 165\ncreated: 2018-01-01\ndiscussions-to: https://example.org/t/1\n',
  },
  { name: 'comment', text: '# generated\ntitle: >-\n  Folded\n  title\ncreated: 20180101 00:00' },
]

const blocks = textsOf('frontmatter-eips', '.yaml', FIXTURE)
const quoteDates = (text: string) => text.replace(/^([\w-]+: *)(\d{4}-\d\d-\d\d)(?= *$)/gm, "$1'$2'")

/** Real front matter with an id: at its head and at its end by turns. */
const sidecars = blocks.map(({ name, text }, index) => ({
  name,
  text: index % 2 === 0 ? `id: ${ID}\n${text}` : `${text.replace(/\n?$/, '\n')}id: ${ID}`,
}))

const ADD: SidecarEdit = { kind: 'add-link', to: uri(DOC), rel: 'cites' }
const EXTRACTION: SidecarEdit = {
  kind: 'set-extraction',
  record: { backend: 'a', fingerprint: 'b', extracted: '20260728 16:40', contentHash: 'sha256:c' },
}

test('real front matter is read, but for bare dates, which are refused by their key', () => {
  let dated = 0
  for (const { text } of sidecars) {
    const quoted = quoteDates(text)
    expect(parse(quoted).id).toBe(ID)
    if (quoted === text) continue
    dated++
    const refusal = readRefusal(text)
    expect(refusal.message).toMatch(/`(?:created|[\w-]+)` (?:must be text, found|holds) a date or time/)
    expect(refusal.remedy).toContain('Quote')
  }
  expect(dated).toBeGreaterThan(0)
})

test('a link and an extraction record are added to real front matter around every byte of it', () => {
  for (const { name, text } of sidecars) {
    const before = quoteDates(text)
    const after = edit(before, ADD, { kind: 'set-tags', tags: ['t'] }, EXTRACTION)
    expect(after.startsWith(before), name).toBe(true)
    const { links, tags, provenance, ...others } = libraryData(after)
    expect([links, tags, provenance], name).not.toContain(undefined)
    expect(others, name).toEqual(libraryData(before))
    const undo: SidecarEdit[] = [
      { ...ADD, kind: 'remove-link' },
      { kind: 'set-tags', tags: [] },
    ]
    expect(edit(after, ...undo, { kind: 'clear-extraction' }), name).toBe(before)
  }
})
