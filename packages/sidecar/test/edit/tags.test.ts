import { expect, test } from 'vitest'
import type { SidecarEdit } from '../../src/index.js'
import { ID } from '../support/ids.js'
import { edit } from '../support/run-edit.js'

const set = (...tags: string[]): SidecarEdit => ({ kind: 'set-tags', tags })

test.each([
  ['tags: [a, "b", c]', ['b', 'd'], 'tags: ["b", d]'],
  ['tags: [a]', [], 'tags: []'],
  ['tags:\n- a # one\n# about b\n- b\n- c', ['a', 'c', 'NO'], "tags:\n- a # one\n- c\n- 'NO'"],
  ['tags:\n  -   a\n  -   b', ['a', 'b', 'c'], 'tags:\n  -   a\n  -   b\n  -   c'],
  ['tags:\n- a', [], ''],
  ['tags: ~', ['a'], 'tags:\n- a'],
  ['tags: []', ['a, b'], "tags: ['a, b']"],
  ['', ['a'], 'tags:\n- a'],
  ['tags: [a, a]', ['a'], 'tags: [a]'],
  ['tags: [a, b]', ['b', 'a'], 'tags: [a, b]'],
  ['tags:', [], 'tags:'],
  ['tags: !list\n- a\n- b', ['b'], 'tags: !list\n- b'],
])('%j with the tags %j becomes %j', (before, wanted, after) => {
  const lines = (of: string) => (of === '' ? '' : `${of}\n`)
  expect(edit(`id: ${ID}\n${lines(before)}`, set(...wanted))).toBe(`id: ${ID}\n${lines(after)}`)
})
