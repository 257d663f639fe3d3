import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, test } from 'vitest'
import { editSidecarBytes, type SidecarEdit } from '../../src/index.js'
import { CONTEXT, DOC, DOC_2, ID, uri } from '../support/ids.js'
import { edit, refusal } from '../support/run-edit.js'

const ADD: SidecarEdit = { kind: 'add-link', to: uri(DOC), rel: 'added' }
const set = (...links: readonly (readonly [string, string])[]): SidecarEdit => ({
  kind: 'set-links',
  links: links.map(([to, rel]) => ({ to, rel })),
})
const ENTRY = `- to: ${uri(DOC_2)}\n  rel: x\n`

describe('an edit that would change another place is refused', () => {
  test.each([
    ['links is an alias', `id: ${ID}\nx: &l\n${ENTRY}links: *l\n`, ADD],
    ['links has an anchor that is used', `id: ${ID}\nlinks: &l\n${ENTRY}x: *l\n`, ADD],
    [
      'links come from a merge key',
      `id: ${ID}\nbase: &b\n  links:\n  ${ENTRY.replace('\n', '\n  ')}<<: *b\n`,
      ADD,
    ],
    ['the root has an anchor that is used', `&root\nid: ${ID}\nx: {y: *root}\n`, ADD],
    [
      'the entry is an alias',
      `id: ${ID}\nx: &e {to: ${uri(DOC_2)}, rel: x}\nlinks: [*e]\n`,
      set([uri(DOC_2), 'y']),
    ],
    [
      'the relation is an alias',
      `id: ${ID}\nx: &r x\nlinks: [{to: ${uri(DOC_2)}, rel: *r}]\n`,
      set([uri(DOC_2), 'y']),
    ],
    [
      'the relation has an anchor that is used',
      `id: ${ID}\nlinks: [{to: ${uri(DOC_2)}, rel: &r x}]\nx: *r\n`,
      set([uri(DOC_2), 'y']),
    ],
    [
      'the relation comes from a merge key',
      `id: ${ID}\nx: &e {rel: x}\nlinks:\n- to: ${uri(DOC_2)}\n  <<: *e\n`,
      set([uri(DOC_2), 'y']),
    ],
    [
      'the removed entry holds an anchor that is used',
      `id: ${ID}\nlinks:\n- &e\n  ${ENTRY.slice(2)}- to: ${uri(DOC)}\n  rel: &q x\nx: *e\n`,
      set(),
    ],
    ['tags are an alias', `id: ${ID}\nx: &t [a]\ntags: *t\n`, { kind: 'set-tags', tags: ['b'] } as const],
  ])('%s', (_name, text, change) => {
    try {
      editSidecarBytes(Buffer.from(text), [change], CONTEXT)
      expect.unreachable()
    } catch (error) {
      if (!isPinakesError(error)) throw error
      expect(error.code).toBe('SIDECAR_SHARED')
      expect(error.message).toMatch(/shared with another place.*\(line \d+, column \d+\)/)
      expect(error.remedy).toContain('without anchor and alias')
    }
  })
})

describe('anchors and aliases elsewhere do not stand in the way', () => {
  test.each([
    ['an unused anchor on the list', `id: ${ID}\nlinks: &l\n${ENTRY}`],
    ['entries that are aliases', `id: ${ID}\nx: &e {to: ${uri(DOC_2)}, rel: x}\nlinks:\n- *e\n`],
    ['merged entries', `id: ${ID}\nx: &e {rel: x}\nlinks:\n- <<: *e\n  to: ${uri(DOC_2)}\n`],
    ['a cycle in the user’s keys', `id: ${ID}\nx: &x [*x]\nlinks:\n${ENTRY}`],
  ])('%s', (_name, text) => {
    expect(edit(text, ADD)).toBe(`${text}- to: ${uri(DOC)}\n  rel: added\n`)
  })

  test('an entry that is an alias can be removed: its anchor stays', () => {
    const text = `id: ${ID}\nx: &e {to: ${uri(DOC_2)}, rel: x}\nlinks:\n- *e\n- to: ${uri(DOC)}\n  rel: y\n`
    expect(edit(text, set([uri(DOC), 'y']))).toBe(text.replace('- *e\n', ''))
  })
})

test('a file that cannot be read is never edited', () => {
  for (const text of [
    `id: ${ID}\ntitle: 1\n`,
    `id: ${ID}\nx: *later\ny: &later 1\n`,
    `id: ${ID}\nx: [\n`,
    '',
  ]) {
    expect(refusal(text, ADD)).toMatch(/^SIDECAR_(FIELD|SYNTAX|EMPTY)$/)
  }
})
