import fc from 'fast-check'
import { DOC_2, DOC_3, ID, OTHER_KB, uri } from './ids.js'

/**
 * Sidecars as people write them, as text: block and flow, indented and not, comments everywhere, every kind of scalar,
 * anchors, aliases, merge keys, tags, directives, markers, byte order mark, all line breaks, with and without the last.
 * Most are valid; a test takes those that parse.
 */
export function sidecarText(): fc.Arbitrary<string> {
  return fc
    .record({
      bom: rarely(),
      head: fc.constantFrom(
        '',
        '',
        '',
        '# head\n',
        '---\n',
        '--- # doc\n',
        '%YAML 1.2\n---\n',
        '%TAG ! !x-\n---\n# top\n\n',
        '\n\n',
      ),
      body: fc.oneof({ weight: 5, arbitrary: blockRoot() }, { weight: 1, arbitrary: flowRoot() }),
      tail: fc.constantFrom(
        '',
        '',
        '',
        '\n',
        '\n\n',
        '# tail\n',
        '\n# tail\n\n',
        '...\n',
        '# tail\n...\n',
        '...\n# after\n',
        '  # indented\n',
      ),
      finalBreak: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
      breaks: fc.constantFrom<readonly string[]>(
        ['\n'],
        ['\n'],
        ['\r\n'],
        ['\r'],
        ['\n', '\r\n'],
        ['\r\n', '\n', '\r'],
      ),
    })
    .map(({ bom, head, body, tail, finalBreak, breaks }) => {
      const text = head + body + tail
      const trimmed = finalBreak ? text : text.replace(/\n$/, '')
      return (bom ? '\ufeff' : '') + withBreaks(trimmed, breaks)
    })
}

function rarely(): fc.Arbitrary<boolean> {
  return fc.integer({ min: 0, max: 5 }).map((n) => n === 0)
}

function withBreaks(text: string, breaks: readonly string[]): string {
  let at = 0
  return text.replace(/\n/g, () => breaks[at++ % breaks.length] ?? '\n')
}

// Lines are built without their breaks; indentation is added to those that are not blank.
type Lines = readonly string[]

function blockRoot(): fc.Arbitrary<string> {
  return fc
    .record({
      indent: fc.constantFrom('', '', '', '', '  '),
      entries: fc.uniqueArray(entry(), { selector: ([name]) => name, minLength: 1, maxLength: 7 }),
      idAt: fc.nat({ max: 7 }),
      id: idLines(),
    })
    .map(({ indent, entries, idAt, id }) => {
      const others = entries.filter(([name]) => name !== 'id').map(([, lines]) => lines)
      others.splice(Math.min(idAt, others.length), 0, id)
      return others
        .flat()
        .map((line) => (line === '' ? '' : indent + line))
        .join('\n')
        .concat('\n')
    })
}

function idLines(): fc.Arbitrary<Lines> {
  return fc.constantFrom([`id: ${ID}`], [`id: '${ID}'`], [`"id":   ${ID}  # permanent`], ['? id', `: ${ID}`])
}

function entry(): fc.Arbitrary<readonly [string, Lines]> {
  return fc
    .tuple(leading(), fc.oneof(known(), userKey()))
    .map(([lead, [name, lines]]) => [name, [...lead, ...lines]])
}

function leading(): fc.Arbitrary<Lines> {
  return fc.constantFrom(
    [],
    [],
    [],
    ['# about the next'],
    ['', '# one', '# two'],
    ['# far', ''],
    [''],
    ['   # odd column'],
  )
}

function known(): fc.Arbitrary<readonly [string, Lines]> {
  return fc.oneof(
    fc
      .constantFrom(
        'Loan ledger',
        `'it''s'`,
        `"a # b"`,
        '',
        '~ # none',
        '>-\n  folded\n  title',
        `"two\n  lines"`,
        'plain over\n  two lines',
      )
      .map((value) => ['title', `title: ${value}`.trimEnd().split('\n')] as const),
    fc
      .constantFrom('20260725 18:00', `'20260725 18:00'`, '~')
      .map((value) => ['created', [`created: ${value}`]] as const),
    tags().map((lines) => ['tags', lines] as const),
    links().map((lines) => ['links', lines] as const),
    links().map((lines) => ['links', lines] as const),
    provenance().map((lines) => ['provenance', lines] as const),
  )
}

function tags(): fc.Arbitrary<Lines> {
  const tag = fc
    .constantFrom('loans', 'registers', `'NO'`, '"x, y"', '# not', 'größe')
    .filter((text) => !text.startsWith('#'))
  const list = fc.array(tag, { minLength: 1, maxLength: 4 })
  return fc.oneof(
    list.map((items) => [`tags: [${items.join(', ')}]`]),
    list.map((items) => [`tags: [ ${items.join(' , ')}, ]  # flow`]),
    list.map((items) => ['tags: [', ...items.map((item) => `    ${item},  # ${item.length}`), '  ]']),
    fc
      .tuple(list, fc.constantFrom('', '  ', '    '))
      .map(([items, indent]) => [
        'tags:',
        ...items.flatMap((item, index) =>
          index === 1 ? [`${indent}# second`, `${indent}- ${item}`] : [`${indent}-   ${item}`],
        ),
      ]),
    fc.constantFrom(['tags: []'], ['tags:'], ['tags: ~'], ['tags: !list', '- a'], ['tags: &t', '- a', '- b']),
  )
}

const RELATIONS = ['cites', `'see also'`, '"refutes"', `'no'`, 'part of']
const TARGETS = [uri(DOC_2), uri(DOC_3), `'${uri(DOC_2, OTHER_KB)}'`, `"${uri(DOC_3, OTHER_KB)}"`]

function linkLines(): fc.Arbitrary<Lines> {
  const to = fc.constantFrom(...TARGETS)
  const rel = fc.constantFrom(...RELATIONS)
  return fc.tuple(to, rel, fc.nat({ max: 8 })).map(([t, r, shape]): Lines => {
    if (shape === 0) return [`- {to: ${t}, rel: ${r}}`]
    if (shape === 1) return [`- to: ${t}  # where`, `  rel: ${r}   # why`]
    if (shape === 2) return [`-`, `  rel: ${r}`, `  to: ${t}`]
    if (shape === 3) return [`-   to: ${t}`, `    rel: ${r}`, `    origin: deep`, '    # inner']
    if (shape === 4) return [`- to: ${t}`, '', `  rel: ${r}`, `  note: |`, `    kept`, `    lines`]
    if (shape === 5) return [`- to: ${t}`, `  rel: >-`, `    see`, `    also`]
    if (shape === 6) return ['# about this link', `- to: ${t}`, `  rel: ${r}`, `  when: 2026-01-01`]
    return [`- to: ${t}`, `  rel: ${r}`]
  })
}

function links(): fc.Arbitrary<Lines> {
  const items = fc.array(linkLines(), { minLength: 1, maxLength: 4 })
  const block = fc
    .record({
      items,
      indent: fc.constantFrom('', '', '  ', '    '),
      head: fc.constantFrom('links:', 'links:  # all', '"links":', 'links: &l', 'links: !l'),
      after: fc.constantFrom<Lines>([], [], ['# after links'], ['', '  # far after']),
    })
    .map(({ items: each, indent, head, after }) => [
      head,
      ...each.flat().map((line) => (line === '' ? '' : indent + line)),
      ...after,
    ])
  const flowItem = fc
    .tuple(fc.constantFrom(...TARGETS), fc.constantFrom(...RELATIONS))
    .map(([to, rel]) => `{to: ${to}, rel: ${rel}}`)
  const flow = fc
    .tuple(fc.array(flowItem, { minLength: 1, maxLength: 3 }), fc.nat({ max: 4 }))
    .map(([each, shape]): Lines => {
      if (shape === 0) return [`links: [${each.join(',')}]`]
      if (shape === 1) return [`links: [ ${each.join(', ')}, ] # flow`]
      if (shape === 2) return ['links: [', ...each.map((item) => `  ${item},`), ' ]']
      if (shape === 3)
        return [
          'links:',
          '  [',
          ...each.flatMap((item, index) => [
            `    # ${index}`,
            `    ${item}${index + 1 < each.length ? ',' : ''} # c${index}`,
          ]),
          '  ]',
        ]
      return ['links: [', `  ${each.join(',\n  ')}`.split('\n').join('\n'), '  ]'].flatMap((line) =>
        line.split('\n'),
      )
    })
  const empty = fc.constantFrom<Lines>(
    ['links:'],
    ['links: []'],
    ['links: [ ]  # none'],
    ['links: [', '  # none', '  ]'],
    ['links:', '', '# gap'],
  )
  return fc.oneof(
    { weight: 4, arbitrary: block },
    { weight: 2, arbitrary: flow },
    { weight: 1, arbitrary: empty },
  )
}

function provenance(): fc.Arbitrary<Lines> {
  const record = [
    'backend: claude-vision',
    `fingerprint: '3fa9'`,
    'extracted: 20260728 16:40  # when',
    'content_hash: "sha256:9be1"',
  ]
  return fc
    .record({
      step: fc.constantFrom('  ', '    '),
      source: fc.boolean(),
      keys: fc.shuffledSubarray(record),
      shape: fc.nat({ max: 7 }),
      last: fc.boolean(),
    })
    .map(({ step, source, keys, shape, last }): Lines => {
      if (shape === 0)
        return [
          `provenance: {source: web, extraction: {${keys.map((key) => key.split('  #')[0]).join(', ')}}}`,
        ]
      if (shape === 1) return ['provenance: {source: web}']
      if (shape === 2) return ['provenance:']
      if (shape === 3) return ['provenance:', `${step}source: web # where`, `${step}extraction: paid`]
      if (shape === 4) return ['provenance:', `${step}extraction:`]
      const extraction = [
        `${step}# the record`,
        `${step}extraction:`,
        ...keys.map((key) => step + step + key),
        `${step}${step}# mine`,
        `${step}${step}cost: 1.50`,
      ]
      const other = source ? [`${step}source: https://example.org/ledger`] : []
      return ['provenance:', ...(last ? [...other, ...extraction] : [...extraction, ...other])]
    })
}

function userKey(): fc.Arbitrary<readonly [string, Lines]> {
  const name = fc.constantFrom('shelf', 'note', 'x y', 'zeta', 'Ω', 'custom')
  return fc
    .tuple(name, fc.constantFrom(...USER_VALUES))
    .map(([key, value]) => [
      key,
      `${key}: ${value.replaceAll('@', key.replace(' ', ''))}`
        .split('\n')
        .map((line) => (line.trimEnd() === '' ? '' : line)),
    ])
}

const LONG = 'word '.repeat(60).trim()

// `@` stands for the key, so that anchors are unique.
const USER_VALUES = [
  'A12',
  LONG,
  `>-\n  ${LONG}\n\n  ${LONG}`,
  '|+\n  kept\n  lines\n\n',
  '|+\n\n  # not a comment\n\n\n',
  '|-\n   less\n    deep',
  '|2\n    indented\n  text',
  '|\n  text\n    more # no comment\n  end\n',
  '"double \\u00e4 \\\n  joined # no\n\n  end"',
  `'single ''quoted''\n  # no comment\n  end'`,
  'plain\n  over\n\n  lines',
  '1_000  # number',
  '+12',
  '.5e+3',
  '~',
  '',
  '0x1F',
  'yes',
  '{a: 1, b: [x, y], "c": {d: null}}',
  '{\n  a: 1,   # one\n  b: 2\n  }',
  '[x, y,\n  z]   # list',
  '\n- a\n- b\n# between\n- c',
  '\n  - a\n  -\n    - nested\n    - deep\n  - k: v\n    l: w',
  '\n  inner: 1\n  # comment\n  outer:\n    deep: |+\n      text\n\n',
  '\n    four: 4\n    list:\n      - x',
  '&@ anchored',
  '&@ {a: 1}',
  '\n  base: &@ {a: 1}\n  more:\n    <<: *@\n    b: 2',
  '\n  one: &@1 {a: 1}\n  two: &@2\n    b: 2\n  both:\n    <<: [*@1, *@2]',
  '&@ [*@]',
  '\n  here: &@ text\n  there: *@',
  '!custom {a: 1}',
  '!!map\n  a: 1',
  '!!seq\n- a',
  '!!int 12',
  '? complex\n  : value'.replace('? complex\n  : value', '\n  ? key\n  : value\n  ? other\n  : - a\n    - b'),
  '\n  1: one\n  2: two',
  '\ttabbed'.trim(),
]

function flowRoot(): fc.Arbitrary<string> {
  const pairs = fc.subarray(
    [
      'title: "A, b"',
      'tags: [a, b]',
      'tags2: []',
      `links: [{to: ${uri(DOC_2)}, rel: cites}]`,
      'provenance: {source: x}',
      'n: ',
      'bare',
      'k: {x: 1}',
    ],
    { minLength: 0 },
  )
  return fc.tuple(pairs, fc.nat({ max: 4 })).map(([others, shape]) => {
    const all = [`id: ${ID}`, ...others]
    if (shape === 0) return `{${all.join(', ')}}\n`
    if (shape === 1) return `{ ${all.join(' , ')}, } # root\n`
    if (shape === 2) return `{\n${all.map((pair) => `  ${pair},`).join('\n')}\n}\n`
    if (shape === 3)
      return `{\n${all.map((pair, index) => `  # ${index}\n  ${pair}`).join(',\n')} # last\n}\n`
    return `{${all.join(',\n ')}}\n`
  })
}
