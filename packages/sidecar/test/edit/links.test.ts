import { describe, expect, test } from 'vitest'
import type { SidecarEdit } from '../../src/index.js'
import { DOC, DOC_2, DOC_3, ID, KB, OTHER_KB, uri } from '../support/ids.js'
import { edit, refusal } from '../support/run-edit.js'

const add = (to: string, rel: string): SidecarEdit => ({ kind: 'add-link', to, rel })
const drop = (to: string, rel: string): SidecarEdit => ({ kind: 'remove-link', to, rel })
const set = (...links: readonly (readonly [string, string])[]): SidecarEdit => ({
  kind: 'set-links',
  links: links.map(([to, rel]) => ({ to, rel })),
})
const A = uri(DOC)
const B = uri(DOC_2)
const C = uri(DOC_3)

describe('adding a link', () => {
  test('goes after the last entry, at the block’s own column and inner indent', () => {
    const before = `id: ${ID}\nlinks:\n    -   to: ${B}\n        rel: x # why\n        # inner\n# tail\n`
    expect(edit(before, add(A, 'cites'))).toBe(
      `id: ${ID}\nlinks:\n    -   to: ${B}\n        rel: x # why\n    -   to: ${A}\n        rel: cites\n        # inner\n# tail\n`,
    )
  })

  test('goes before the `]` of a flow list', () => {
    expect(edit(`id: ${ID}\nlinks: [{to: ${B}, rel: x}]\n`, add(A, 'cites'))).toBe(
      `id: ${ID}\nlinks: [{to: ${B}, rel: x}, {to: ${A}, rel: cites}]\n`,
    )
    expect(edit(`id: ${ID}\nlinks: []\n`, add(A, 'cites'))).toBe(
      `id: ${ID}\nlinks: [{to: ${A}, rel: cites}]\n`,
    )
  })

  test('keeps a flow list’s lines and commas', () => {
    expect(edit(`id: ${ID}\nlinks: [\n  {to: ${B}, rel: x}, # b\n]\n`, add(A, 'cites'))).toBe(
      `id: ${ID}\nlinks: [\n  {to: ${B}, rel: x}, # b\n  {to: ${A}, rel: cites},\n]\n`,
    )
    expect(edit(`id: ${ID}\nlinks: [\n  {to: ${B}, rel: x}\n]\n`, add(A, 'cites'))).toBe(
      `id: ${ID}\nlinks: [\n  {to: ${B}, rel: x},\n  {to: ${A}, rel: cites}\n]\n`,
    )
  })

  test.each(['', ' ~', ' null', ' &l', ' &l ~'])('fills `links:%s`', (value) => {
    const anchor = value.includes('&l') ? ' &l' : ''
    expect(edit(`id: ${ID}\nlinks:${value} # none\nz: 1\n`, add(A, 'cites'))).toBe(
      `id: ${ID}\nlinks:${anchor} # none\n- to: ${A}\n  rel: cites\nz: 1\n`,
    )
  })

  test('makes the key below the last value, before trailing comments and `...`', () => {
    expect(edit(`id: ${ID}\n# tail\n...\n`, add(A, 'cites'))).toBe(
      `id: ${ID}\nlinks:\n- to: ${A}\n  rel: cites\n# tail\n...\n`,
    )
  })

  test('makes the key after all of a `|+` scalar', () => {
    expect(edit(`id: ${ID}\nz: |+\n  a\n\n\n# tail\n`, add(A, 'cites'))).toBe(
      `id: ${ID}\nz: |+\n  a\n\n\nlinks:\n- to: ${A}\n  rel: cites\n# tail\n`,
    )
  })

  test('makes the key before the last pair’s comments where it would change the last value', () => {
    expect(edit(`id: ${ID}\n\n# about z\nz: |\n  a`, add(A, 'cites'))).toBe(
      `id: ${ID}\n\nlinks:\n- to: ${A}\n  rel: cites\n# about z\nz: |\n  a`,
    )
  })

  test('makes the key in the style of the file’s first block list', () => {
    expect(edit(`id: ${ID}\nx:\n    - a\ny:\n- b\n`, add(A, 'cites'))).toBe(
      `id: ${ID}\nx:\n    - a\ny:\n- b\nlinks:\n    - to: ${A}\n      rel: cites\n`,
    )
  })

  test('makes the key before the `}` of a flow root', () => {
    expect(edit(`{id: ${ID}}\n`, add(A, 'cites'))).toBe(`{id: ${ID}, links: [{to: ${A}, rel: cites}]}\n`)
    expect(edit(`{id: ${ID}, n: }\n`, add(A, 'cites'))).toBe(
      `{id: ${ID}, n: , links: [{to: ${A}, rel: cites}]}\n`,
    )
    expect(edit(`{id: ${ID}, links: }\n`, add(A, 'cites'))).toBe(
      `{id: ${ID}, links: [{to: ${A}, rel: cites}] }\n`,
    )
    expect(edit(`{id: ${ID}, links}\n`, add(A, 'cites'))).toBe(
      `{id: ${ID}, links: [{to: ${A}, rel: cites}]}\n`,
    )
  })

  test('quotes a relation that YAML would read as something else', () => {
    expect(edit(`id: ${ID}\n`, add(A, 'no'))).toContain(`rel: 'no'\n`)
    expect(edit(`id: ${ID}\n`, add(A, '1.0'))).toContain(`rel: '1.0'\n`)
    expect(edit(`id: ${ID}\n`, add(A, 'a\nb'))).toContain(`rel: "a\\nb"\n`)
  })

  test('writes the full URI for `self`', () => {
    expect(edit(`id: ${ID}\n`, add(`pnk://self/${DOC}`, 'x'))).toContain(`to: pnk://${KB}/${DOC}\n`)
  })

  test('changes nothing where the same link is there, also as `self`', () => {
    const text = `id: ${ID}\nlinks: [{to: pnk://self/${DOC}, rel: cites}]\n`
    expect(edit(text, add(A, 'cites'))).toBe(text)
  })

  test('another relation to the same target is a second entry', () => {
    expect(edit(`id: ${ID}\nlinks: [{to: ${A}, rel: x}]\n`, add(A, 'z'))).toBe(
      `id: ${ID}\nlinks: [{to: ${A}, rel: x}, {to: ${A}, rel: z}]\n`,
    )
  })

  test('refuses a blank relation and a target that is no link', () => {
    expect(refusal(`id: ${ID}\n`, add(A, '  '))).toBe('SIDECAR_BAD_EDIT')
    expect(refusal(`id: ${ID}\n`, add('docs/b.md', 'x'))).toBe('SIDECAR_BAD_EDIT')
  })

  test('refuses where a last line without a break would get one, and says so', () => {
    const text = `id: ${ID}\nlinks:\n- to: ${B}\n  rel: x\n  note: |\n    a`
    expect(refusal(text, add(A, 'cites'))).toBe('SIDECAR_UNSAFE_EDIT')
  })
})

describe('removing a link', () => {
  const three = `id: ${ID}
links:
# about a
- to: ${A}
  rel: x # a

# about b, far

# about b
- to: ${B}
  rel: x # b
# about c
- to: ${C}
  rel: x # c
# tail
`
  test('takes its adjacent leading comments and its inline comment; neighbours keep theirs', () => {
    expect(edit(three, drop(B, 'x'))).toBe(three.replace(`# about b\n- to: ${B}\n  rel: x # b\n`, ''))
    expect(edit(three, drop(A, 'x'))).toBe(three.replace(`# about a\n- to: ${A}\n  rel: x # a\n`, ''))
    expect(edit(three, drop(C, 'x'))).toBe(three.replace(`# about c\n- to: ${C}\n  rel: x # c\n`, ''))
  })

  test('leaves comments in another column', () => {
    const text = `id: ${ID}\nlinks:\n- to: ${A}\n  rel: x\n  # deeper\n- to: ${B}\n  rel: x\n`
    expect(edit(text, drop(B, 'x'))).toBe(`id: ${ID}\nlinks:\n- to: ${A}\n  rel: x\n  # deeper\n`)
  })

  test('removes every link with that target and relation, and no other', () => {
    const one = `- to: ${A}\n  rel: x\n`
    const other = `- to: ${A}\n  rel: y\n`
    expect(edit(`id: ${ID}\nlinks:\n${one}${other}${one}`, drop(A, 'x'))).toBe(`id: ${ID}\nlinks:\n${other}`)
  })

  test('a block list that would be empty goes with its key', () => {
    expect(edit(`id: ${ID}\nlinks:\n- to: ${A}\n  rel: x\nz: 1\n`, drop(A, 'x'))).toBe(`id: ${ID}\nz: 1\n`)
  })

  test('the key stays where comments of its own would be lost', () => {
    expect(edit(`id: ${ID}\n# links\nlinks:\n- to: ${A}\n  rel: x\nz: 1\n`, drop(A, 'x'))).toBe(
      `id: ${ID}\n# links\nlinks:\nz: 1\n`,
    )
    expect(edit(`id: ${ID}\nlinks: # all\n- to: ${A}\n  rel: x\nz: 1\n`, drop(A, 'x'))).toBe(
      `id: ${ID}\nlinks: # all\nz: 1\n`,
    )
  })

  test('a flow list stays, empty', () => {
    expect(edit(`id: ${ID}\nlinks: [{to: ${A}, rel: x}]\n`, drop(A, 'x'))).toBe(`id: ${ID}\nlinks: []\n`)
  })

  test.each([
    [`[{to: ${A}, rel: x}, {to: ${B}, rel: x}]`, `[{to: ${B}, rel: x}]`],
    [`[{to: ${B}, rel: x}, {to: ${A}, rel: x}]`, `[{to: ${B}, rel: x}]`],
    [`[{to: ${B}, rel: x}, {to: ${A}, rel: x}, ]`, `[{to: ${B}, rel: x}, ]`],
    [
      `[{to: ${B}, rel: x}, {to: ${A}, rel: x}, {to: ${C}, rel: x}]`,
      `[{to: ${B}, rel: x}, {to: ${C}, rel: x}]`,
    ],
    [`[\n  {to: ${B}, rel: x}, # b\n  {to: ${A}, rel: x} # a\n]`, `[\n  {to: ${B}, rel: x} # b\n]`],
    [
      `[\n  # b\n  {to: ${B}, rel: x},\n  # a\n  {to: ${A}, rel: x}, # a\n]`,
      `[\n  # b\n  {to: ${B}, rel: x},\n]`,
    ],
    [`[\n  {to: ${A}, rel: x}, # a\n  {to: ${B}, rel: x}\n]`, `[\n  {to: ${B}, rel: x}\n]`],
    [`[{to: ${A}, rel: x}, # a\n  {to: ${B}, rel: x}]`, `[ # a\n  {to: ${B}, rel: x}]`],
  ])('from the flow list %j', (before, after) => {
    expect(edit(`id: ${ID}\nlinks: ${before}\n`, drop(A, 'x'))).toBe(`id: ${ID}\nlinks: ${after}\n`)
  })

  test('the last lines of a file without a final break take the break before them', () => {
    expect(edit(`id: ${ID}\nlinks:\n- to: ${B}\n  rel: x\n- to: ${A}\n  rel: x`, drop(A, 'x'))).toBe(
      `id: ${ID}\nlinks:\n- to: ${B}\n  rel: x`,
    )
  })

  test('blank lines below do not become content of a kept scalar above', () => {
    const text = `id: ${ID}\nz: |+\n  a\nlinks:\n- to: ${A}\n  rel: x\n\n\ny: 1\n`
    expect(edit(text, drop(A, 'x'))).toBe(`id: ${ID}\nz: |+\n  a\nlinks:\n\n\ny: 1\n`)
  })

  test('changes nothing where there is no such link', () => {
    expect(edit(three, drop(A, 'y'))).toBe(three)
    expect(edit(`id: ${ID}\nlinks:\n`, drop(A, 'y'))).toBe(`id: ${ID}\nlinks:\n`)
  })
})

describe('reconciling links', () => {
  const entry = (to: string, rel: string, more = '') => `- to: ${to}\n  rel: ${rel}\n${more}`

  test('a changed relation replaces that scalar token alone', () => {
    const text = `id: ${ID}\nlinks:\n- rel:   "x"   # why\n  to: ${A}\n  origin: deep\n`
    expect(edit(text, set([A, 'refutes']))).toBe(text.replace('"x"', 'refutes'))
  })

  test.each([
    ['>-\n    see\n    also', 'refutes'],
    ['|\n    see', 'refutes'],
    ['&r x', '&r refutes'],
  ])('a relation written as %j', (before, after) => {
    const text = `id: ${ID}\nlinks:\n- to: ${A}\n  rel: ${before}\n  z: 1\n`
    expect(edit(text, set([A, 'refutes']))).toBe(`id: ${ID}\nlinks:\n- to: ${A}\n  rel: ${after}\n  z: 1\n`)
  })

  test('exact pairs are set aside first, so that relations of one target never swap', () => {
    const text = `id: ${ID}\nlinks:\n${entry(A, 'x', '  n: 1\n')}${entry(A, 'y', '  n: 2\n')}`
    expect(edit(text, set([A, 'y'], [A, 'z']))).toBe(
      `id: ${ID}\nlinks:\n${entry(A, 'z', '  n: 1\n')}${entry(A, 'y', '  n: 2\n')}`,
    )
  })

  test('leftovers of the file go, leftovers of the wanted are appended in order', () => {
    const text = `id: ${ID}\nlinks:\n${entry(A, 'x')}# b\n${entry(B, 'x')}`
    expect(edit(text, set([C, 'q'], [A, 'x'], [uri(DOC, OTHER_KB), 'r']))).toBe(
      `id: ${ID}\nlinks:\n${entry(A, 'x')}${entry(C, 'q')}${entry(uri(DOC, OTHER_KB), 'r')}`,
    )
  })

  test('multiplicity counts', () => {
    const text = `id: ${ID}\nlinks:\n${entry(A, 'x')}${entry(A, 'x')}`
    expect(edit(text, set([A, 'x'], [A, 'x']))).toBe(text)
    expect(edit(text, set([A, 'x']))).toBe(`id: ${ID}\nlinks:\n${entry(A, 'x')}`)
    expect(edit(text, set([A, 'x'], [A, 'x'], [A, 'x']))).toBe(`${text}${entry(A, 'x')}`)
  })

  test('another order is no change', () => {
    const text = `id: ${ID}\nlinks:\n${entry(A, 'x')}${entry(B, 'y')}`
    expect(edit(text, set([B, 'y'], [A, 'x']))).toBe(text)
  })

  test('all links replaced keep the list where it is', () => {
    expect(edit(`id: ${ID}\nlinks:\n${entry(A, 'x')}z: 1\n`, set([B, 'q']))).toBe(
      `id: ${ID}\nlinks:\n${entry(B, 'q')}z: 1\n`,
    )
  })

  test('none wanted of none there is no change', () => {
    for (const links of ['', 'links:\n', 'links: ~\n', 'links: []\n']) {
      expect(edit(`id: ${ID}\n${links}`, set())).toBe(`id: ${ID}\n${links}`)
    }
  })
})

describe('`self` in a file that is written for another reason', () => {
  const text = `id: ${ID}\nlinks:\n- to: pnk://self/${DOC_2} # here\n  rel: x\n- to: 'pnk://SELF/${DOC_3}'\n  rel: y\n`

  test('becomes the KB’s id, in place, inside the author’s quotes', () => {
    expect(edit(text, { kind: 'set-tags', tags: ['t'] })).toBe(
      `id: ${ID}\nlinks:\n- to: ${B} # here\n  rel: x\n- to: '${C}'\n  rel: y\ntags:\n- t\n`,
    )
  })

  test('is no reason to write', () => {
    expect(edit(text, set([B, 'x'], [C, 'y']))).toBe(text)
  })

  test('spelled with escapes or over lines, is replaced as a whole', () => {
    const odd = `id: ${ID}\nlinks:\n- to: "pnk://sel\\x66/${DOC_2}"\n  rel: x\n- to: >-\n    pnk://self/${DOC_3}\n  rel: y\n`
    expect(edit(odd, { kind: 'set-tags', tags: ['t'] })).toContain(
      `links:\n- to: ${B}\n  rel: x\n- to: >-\n    ${C}\n  rel: y\n`,
    )
  })

  test('stays where an alias shares it', () => {
    const shared = `id: ${ID}\nlinks:\n- to: &t pnk://self/${DOC_2}\n  rel: x\n- to: *t\n  rel: y\n`
    expect(edit(shared, { kind: 'set-tags', tags: ['t'] })).toBe(`${shared}tags:\n- t\n`)
  })
})
