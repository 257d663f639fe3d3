import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPartner, walkPartner } from '@pinakes/graph'
import { loadManifest } from '@pinakes/manifest'
import { readGoldenSet } from '@pinakes/retrieve/eval'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const CORPORA = fileURLToPath(new URL('../../../corpora', import.meta.url))
const DEMO = join(CORPORA, 'demo-kb')
const PARTNER = join(CORPORA, 'partner-kb')
const LINKED = join(CORPORA, 'golden/linked')

/** The alias of the partner in the demo, and in questions that lie across both. */
const ALIAS = 'averne:'

interface Corpus {
  readonly id: string
  /** Id to path, KB-relative. */
  readonly documents: ReadonlyMap<string, string>
  readonly links: readonly { readonly from: string; readonly kb: string; readonly to: string }[]
}

async function readCorpus(root: string): Promise<Corpus> {
  const { id } = loadManifest(root).kb
  const { sidecars, problems } = await walkPartner(
    openPartner(dirname(root), { id, name: 'corpus', path: root }),
  )
  expect(problems).toEqual([])
  return {
    id,
    documents: new Map(sidecars.map(({ path, sidecar }) => [sidecar.id, path.replace(/\.pnk\.yaml$/, '')])),
    links: sidecars.flatMap(({ sidecar }) =>
      sidecar.links.map(({ to }) => ({ from: sidecar.id, kb: to.kb, to: to.doc })),
    ),
  }
}

const demo = await readCorpus(DEMO)
const partner = await readCorpus(PARTNER)

describe('the links of the two corpora', () => {
  it.each([
    ['demo', DEMO, demo],
    ['partner', PARTNER, partner],
  ] as const)('of the %s are sparse: most documents have one, none is a hub', (_name, _root, corpus) => {
    const degree = new Map([...corpus.documents.keys()].map((id) => [id, 0]))
    for (const { from, kb, to } of corpus.links) {
      degree.set(from, (degree.get(from) ?? 0) + 1)
      if (kb === corpus.id) degree.set(to, (degree.get(to) ?? 0) + 1)
    }
    const degrees = [...degree.values()]
    const share = degrees.filter((each) => each > 0).length / degrees.length
    expect(share).toBeGreaterThanOrEqual(0.6)
    expect(share).toBeLessThanOrEqual(0.98)
    expect(Math.max(...degrees)).toBeLessThanOrEqual(9)
    expect(corpus.links.length / degrees.length).toBeLessThanOrEqual(1.5)
  })

  it('lead to documents that exist, here and over there', () => {
    const known = new Map([demo, partner].map(({ id, documents }) => [id, documents]))
    for (const { kb, to } of [...demo.links, ...partner.links]) expect(known.get(kb)?.has(to)).toBe(true)
  })

  it('go both ways between the two, from a few documents each', () => {
    const across = (from: Corpus, to: Corpus) => from.links.filter(({ kb }) => kb === to.id)
    for (const [from, to] of [
      [demo, partner],
      [partner, demo],
    ] as const) {
      const links = across(from, to)
      expect(links.length).toBeGreaterThanOrEqual(5)
      expect(new Set(links.map((link) => link.from)).size / from.documents.size).toBeLessThanOrEqual(0.3)
    }
  })

  it('are declared in both manifests, by paths that hold wherever the two lie side by side', () => {
    const [toPartner] = loadManifest(DEMO).links.kb
    const [toDemo] = loadManifest(PARTNER).links.kb
    expect(toPartner).toEqual({ id: partner.id, name: ALIAS.slice(0, -1), path: '../partner-kb' })
    expect(toDemo).toEqual({ id: demo.id, name: 'skerrow', path: '../demo-kb' })
  })

  it('join the two by document ids that are all different', () => {
    expect([...partner.documents.keys()].filter((id) => demo.documents.has(id))).toEqual([])
    expect(partner.documents.size).toBeGreaterThanOrEqual(25)
    expect(partner.documents.size).toBeLessThanOrEqual(40)
  })
})

interface Question {
  readonly id: string
  readonly kind: string
  readonly question: string
  readonly expect?: readonly string[]
  readonly hops?: readonly { readonly query: string; readonly expect: string }[]
  readonly evidence?: readonly string[]
}

function questionsOf(file: string): Question[] {
  return (parse(readFileSync(file, 'utf8')) as { questions: Question[] }).questions
}

/** Sets of questions with the KB that their paths belong to. */
const SETS = [
  { name: 'the partner', file: join(PARTNER, 'eval/questions.yaml'), home: PARTNER, least: 25 },
  { name: 'the demo', file: join(LINKED, 'demo-kb/eval/questions.yaml'), home: DEMO, least: 12 },
  { name: 'both', file: join(LINKED, 'across.yaml'), home: DEMO, least: 10 },
]

function fileOf(path: string, home: string): string {
  return path.startsWith(ALIAS) ? join(PARTNER, path.slice(ALIAS.length)) : join(home, path)
}

/** `KB root/path` of the documents that a link joins with the one at that place, either way. */
const neighbours = new Map<string, Set<string>>()
const roots = new Map([
  [demo.id, DEMO],
  [partner.id, PARTNER],
])
const placeOf = (corpus: Corpus, id: string) =>
  join(roots.get(corpus.id) ?? '', corpus.documents.get(id) ?? '')
for (const corpus of [demo, partner]) {
  for (const { from, kb, to } of corpus.links) {
    const ends = [placeOf(corpus, from), placeOf(kb === demo.id ? demo : partner, to)] as const
    for (const [a, b] of [ends, [ends[1], ends[0]]] as const) {
      neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b))
    }
  }
}

describe.each(SETS)('the multi-hop questions over $name', ({ file, home, least }) => {
  const questions = questionsOf(file).filter(({ kind }) => kind === 'multi-hop')

  it(`are at least ${least}, each with its own id`, () => {
    expect(questions.length).toBeGreaterThanOrEqual(least)
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  })

  it.each(questions)(
    '$id: every document holds its part of the evidence, and no other one has the last',
    (asked) => {
      const { hops = [], evidence = [] } = asked
      expect(hops.length).toBeGreaterThanOrEqual(2)
      expect(evidence).toHaveLength(hops.length)
      expect(asked.expect).toEqual(hops.map((hop) => hop.expect))
      const texts = hops.map((hop) => readFileSync(fileOf(hop.expect, home), 'utf8'))
      for (const [i, text] of texts.entries()) expect(text).toContain(evidence[i])
      for (const text of texts.slice(0, -1)) expect(text).not.toContain(evidence.at(-1))
    },
  )

  it.each(questions)('$id: a link joins each document with the next', ({ hops = [] }) => {
    for (const [i, hop] of hops.slice(1).entries()) {
      const before = fileOf(hops[i]?.expect ?? '', home)
      expect(neighbours.get(before)).toContain(fileOf(hop.expect, home))
    }
  })
})

it('the questions over one KB are golden sets, of documents that are there', () => {
  for (const [set, root, corpus] of [
    [PARTNER, PARTNER, partner],
    [join(LINKED, 'demo-kb'), DEMO, demo],
  ] as const) {
    const paths = new Set(corpus.documents.values())
    for (const { expect: expected } of readGoldenSet(set)) {
      for (const path of expected) expect(paths, `${root}: ${path}`).toContain(path)
    }
  }
})
