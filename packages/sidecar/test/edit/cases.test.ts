import { expect, test } from 'vitest'
import type { SidecarEdit } from '../../src/index.js'
import { DOC, DOC_2, ID, uri } from '../support/ids.js'
import { edit, refusal } from '../support/run-edit.js'

const ADD: SidecarEdit = { kind: 'add-link', to: uri(DOC), rel: 'cites' }
const NEW = `- to: ${uri(DOC)}\n  rel: cites\n`

test('case 34: long, folded and literal scalars are neither rewrapped nor chomped anew', () => {
  const plain = 'word '.repeat(60).trim()
  const text = `id: ${ID}\ntitle: ${plain}\nnote: >-\n  ${plain}\n  ${plain}\n\n  end\nlog: |+\n  one\n\n  two\n\n\n`
  expect(edit(text, ADD)).toBe(`${text}links:\n${NEW}`)
})

test('case 35: comments, blank lines, mixed quotes, CRLF and a missing final break are kept', () => {
  const before = `# head\r\nid: ${ID}\r\n\r\n# links\r\nlinks:   # all\r\n# first\r\n- 'to': "${uri(DOC_2)}"   # where\r\n\r\n  "rel": 'x'\r\n`
  const after = `# between\r\n\r\ntitle: "a"\r\n# tail`
  expect(edit(before + after, ADD)).toBe(`${before}${NEW.replaceAll('\n', '\r\n')}${after}`)
})

test('case 36: two `<<` keys in one mapping are refused, the bytes untouched', () => {
  expect(refusal(`id: ${ID}\na: &a {k: 1}\nx:\n  <<: *a\n  <<: *a\n`, ADD)).toBe('SIDECAR_DUPLICATE_KEY')
})

test('case 36: a merge key over a list of mappings is kept', () => {
  const text = `id: ${ID}\na: &a {k: 1}\nb: &b {l: 2}\nx:\n  <<: [*a, *b]\n`
  expect(edit(text, ADD)).toBe(`${text}links:\n${NEW}`)
})

test('case 36: a merge key over a list that holds anything else is refused', () => {
  expect(refusal(`id: ${ID}\nx:\n  <<: [a, b]\n`, ADD)).toBe('SIDECAR_SYNTAX')
  expect(refusal(`id: ${ID}\na: &a [k]\nx:\n  <<: *a\n`, ADD)).toBe('SIDECAR_SYNTAX')
})

test('case 36: an anchor used before its definition is refused', () => {
  expect(refusal(`id: ${ID}\nx: *a\na: &a 1\n`, ADD)).toBe('SIDECAR_SYNTAX')
})
