import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, test } from 'vitest'
import type { SidecarEdit } from '../src/index.js'
import { DOC, ID, uri } from './support/ids.js'
import { insertion } from './support/insertion.js'
import { edit, libraryData, parse } from './support/run-edit.js'
import { siblingOf, textsOf } from './support/shared-data.js'

const ADD: SidecarEdit = { kind: 'add-link', to: uri(DOC), rel: 'added' }
const REMOVE: SidecarEdit = { ...ADD, kind: 'remove-link' }

/** A few inputs in the manner of the suite, for machines that do not have it. */
const FIXTURE = [
  { name: 'tabs', text: 'a:\tb\nc: \t# tab\n' },
  {
    name: 'spec 2.10',
    text: 'hr:\n  - Mark McGwire\n  # Following node labeled SS\n  - &SS Sammy Sosa\nrbi:\n  - *SS # Subsequent\n',
  },
  { name: 'folded', text: 'a: >\n\n folded\n line\n\n\n' },
  { name: 'flow', text: 'a: [\n? foo\n bar : baz\n]\n' },
  { name: 'keys', text: '? a\n? b : c\n: - d\n  - e\n' },
  { name: 'quoted', text: '"a\\n\\\n  b": \'c\n\n  d\'\n' },
  { name: 'seq', text: '- - a\n  -\n    - b\n- |-\n c\n' },
]

const suite = textsOf('yaml-suite-dev', 'in.yaml', FIXTURE)

/** The ways in which a document of the suite becomes a sidecar. */
const WRAPPINGS: readonly (readonly [name: string, wrap: (text: string) => string])[] = [
  ['after an id', (text) => `id: ${ID}\n${text}`],
  ['before an id', (text) => `${text.replace(/\n?$/, '\n')}id: ${ID}\n`],
  ['as a value', asValue],
  ['as the last value', (text) => `${asValue(text)}`.replace(/\n$/, '')],
]

function asValue(text: string): string {
  return `id: ${ID}\nx:\n${text.replace(/^(?=.)/gm, '  ')}`
}

/** Whether a wrapped document reads; its refusal has to be one of ours. */
function reads(text: string): boolean {
  try {
    return parse(text).id === ID
  } catch (error) {
    if (isPinakesError(error)) return false
    throw error
  }
}

describe.each(WRAPPINGS)('the public YAML test cases, %s', (_name, wrap) => {
  const readable = suite
    .map(({ name, text }) => ({ name, text: wrap(text) }))
    .filter(({ text }) => reads(text))

  test('are read in good part, and the others refused by name', () => {
    expect(readable.length).toBeGreaterThan(suite.length / 6)
  })

  test('keep every byte when a link is added, and get back to the original', () => {
    for (const { name, text } of readable) {
      const after = edit(text, ADD)
      expect(insertion(text, after), name).not.toBeNull()
      expect(edit(after, REMOVE), name).toBe(text)
    }
  })

  test('keep their data', () => {
    for (const { name, text } of readable) {
      const { links, ...others } = libraryData(edit(text, ADD))
      expect(links, name).toHaveLength(1)
      expect(others, name).toEqual(libraryData(text))
    }
  })
})

test('single valid documents of the suite read as its JSON says', () => {
  const cases = suite.flatMap(({ name, text }) => {
    const json = siblingOf(name, 'in.json')
    const single = !/^(?:---|\.\.\.|%)/m.test(text) && siblingOf(name, 'error') === null
    return json !== null && json.trim() !== '' && single && reads(asValue(text)) ? [{ name, text, json }] : []
  })
  for (const { name, text, json } of cases) {
    expect(JSON.parse(parse(asValue(text)).metadataJson).x, name).toEqual(JSON.parse(json))
  }
  const quoted = JSON.parse(parse(asValue('- "12"\n- 12\n- ! 12\n')).metadataJson)
  expect(quoted).toEqual({ x: ['12', 12, '12'] })
})

test('documents that the suite calls invalid are never read after an id', () => {
  for (const { name, text } of suite) {
    if (siblingOf(name, 'error') !== null) expect(reads(`id: ${ID}\n${text}`), name).toBe(false)
  }
  expect(reads(`id: ${ID}\nx: [a, b\n`)).toBe(false)
})
