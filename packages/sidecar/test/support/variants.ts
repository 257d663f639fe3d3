import { ID, uri } from './ids.js'

/** A document's shape and its text; every one is a readable sidecar without the link that tests add. */
export type Shape = readonly [name: string, text: string]

const LINK = `to: ${uri('01JV3MA0N4R8V2Y6C1E5H9K3Q1')}`

/** One document for each way to write a sidecar that an edit has to respect. */
export const SHAPES: readonly Shape[] = [
  ['a skeleton', `id: ${ID}\ntitle: a\ncreated: 20260725 18:00\n`],
  ['a zero-indented list', `id: ${ID}\nlinks:\n- ${LINK}\n  rel: a\nz: 1\n`],
  ['an indented list', `id: ${ID}\nlinks:\n  - ${LINK}\n    rel: a\nz: 1\n`],
  ['a deeply indented list', `id: ${ID}\nlinks:\n      -   ${LINK}\n          rel: a\nz: 1\n`],
  ['dashes on lines of their own', `id: ${ID}\nlinks:\n-\n  ${LINK}\n  rel: a\nz: 1\n`],
  ['entries in flow style', `id: ${ID}\nlinks:\n- {${LINK}, rel: a}\nz: 1\n`],
  ['a flow list', `id: ${ID}\nlinks: [{${LINK}, rel: a}]\nz: 1\n`],
  ['a flow list with a trailing comma', `id: ${ID}\nlinks: [ {${LINK}, rel: a}, ] # all\nz: 1\n`],
  ['a flow list over lines', `id: ${ID}\nlinks: [\n  {${LINK}, rel: a} # one\n  ]\nz: 1\n`],
  ['a flow list over lines with commas', `id: ${ID}\nlinks: [\n  # one\n  {${LINK}, rel: a}, # 1\n]\nz: 1\n`],
  ['an empty flow list', `id: ${ID}\nlinks: [ ]\nz: 1\n`],
  ['a flow root', `{id: ${ID}, title: a}\n`],
  ['a flow root over lines', `{\n  id: ${ID}, # the id\n  links: [{${LINK}, rel: a}],\n}\n`],
  ['an indented root', `  id: ${ID}\n  links:\n  - ${LINK}\n    rel: a\n`],
  ['markers', `---\nid: ${ID}\nlinks:\n- ${LINK}\n  rel: a\n...\n`],
  ['markers and comments', `# head\n--- # doc\nid: ${ID}\n# tail\n...\n# after\n`],
  ['directives', `%YAML 1.2\n%TAG !x! tag:example.org,2026:\n---\nid: ${ID}\nz: !x!y {a: 1}\n`],
  ['YAML 1.1', `%YAML 1.1\n---\nid: ${ID}\nz: NO\n`],
  ['tags', `!sidecar\nid: ${ID}\nlinks: !links\n- !link\n  ${LINK}\n  rel: a\nz: !!map {a: !!int 1}\n`],
  [
    'anchors and aliases',
    `id: ${ID}\na: &a {k: 1}\nb: *a\nc: &c\nlinks: &l\n- ${LINK}\n  rel: &r a\nd:\n  <<: *a\n`,
  ],
  [
    'two merge keys’ worth of mappings',
    `id: ${ID}\na: &a {k: 1}\nb: &b {m: 2}\nx:\n  <<: [*a, *b]\n  k: 0\n`,
  ],
  [
    'comments before',
    `# one\n\n# two\nid: ${ID}\n# links\nlinks:\n# first\n- ${LINK}\n  # rel\n  rel: a\n# z\nz: 1\n`,
  ],
  ['comments beside', `id: ${ID} # a\nlinks: # b\n- ${LINK} # c\n  rel: a # d\nz: 1 # e\n`],
  ['comments after', `id: ${ID}\nlinks:\n- ${LINK}\n  rel: a\n  # inner\n# after\n\n# tail\n`],
  ['blank lines', `\n\nid: ${ID}\n\nlinks:\n\n- ${LINK}\n\n  rel: a\n\n\nz: 1\n\n`],
  [
    'mixed quotes',
    `"id": '${ID}'\n'title': "a"\nlinks:\n- 'to': "${uri('01JV3MA0N4R8V2Y6C1E5H9K3Q1')}"\n  "rel": 'a'\n`,
  ],
  ['a kept literal at the end', `id: ${ID}\nz: |+\n  text\n\n\n`],
  ['a kept literal before a comment', `id: ${ID}\nz: |+\n  text\n\n# tail\n`],
  ['a clipped literal and blank lines', `id: ${ID}\nz: |\n  text\n\n\n`],
  ['a literal that ends in spaces', `id: ${ID}\nz: |\n  text\n    \n`],
  [
    'a kept literal in the last link',
    `id: ${ID}\nlinks:\n- ${LINK}\n  rel: a\n  note: |+\n    text\n\n\nz: 1\n`,
  ],
  [
    'long scalars',
    `id: ${ID}\nz: ${'word '.repeat(60).trim()}\ny: >-\n  ${'word '.repeat(60).trim()}\n\n  end\n`,
  ],
  ['null spellings', `id: ${ID}\ntags: ~\nprovenance:\nx: null\nn: +12\n`],
  ['explicit keys', `? id\n: ${ID}\n? z\n: - a\n  - b\n`],
  ['odd spacing', `id:    ${ID}   \nz:\n      a:   1\n      b:    [ 1,2 ,3 ]\n`],
]

/** The same document with other line breaks, a byte order mark, or without its last break. */
export const ENCODINGS: readonly (readonly [name: string, encode: (text: string) => string])[] = [
  ['LF', (text) => text],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['lone CR', (text) => text.replaceAll('\n', '\r')],
  ['mixed line breaks', mixed],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['no final line break', (text) => text.replace(/\n$/, '')],
  [
    'CRLF, byte order mark, no final line break',
    (text) => `\ufeff${text.replace(/\n$/, '').replaceAll('\n', '\r\n')}`,
  ],
]

function mixed(text: string): string {
  let at = 0
  return text.replaceAll('\n', () => ['\n', '\r\n', '\r'][at++ % 3] ?? '\n')
}
