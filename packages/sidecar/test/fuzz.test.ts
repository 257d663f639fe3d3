import { isPinakesError } from '@pinakes/manifest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editSidecarBytes, parseSidecar, type SidecarEdit } from '../src/index.js'
import { sidecarText } from './support/documents.js'
import { CONTEXT, DOC, DOC_2, DOC_3, OTHER_KB, uri } from './support/ids.js'
import { insertion } from './support/insertion.js'
import { edit, libraryData, parse } from './support/run-edit.js'
import { touchedRegion } from './support/touched.js'

/** More with `PINAKES_FUZZ_RUNS=10000`; that run takes about a minute. */
const RUNS = { numRuns: Number(process.env.PINAKES_FUZZ_RUNS ?? 400) }

const readable = sidecarText().filter((text) => {
  try {
    return parse(text) !== null
  } catch (error) {
    if (isPinakesError(error)) return false
    throw error
  }
})

const ADD = { kind: 'add-link', to: uri(DOC), rel: 'added' } as const
const REMOVE = { ...ADD, kind: 'remove-link' } as const

const link = fc.record({
  to: fc.constantFrom(uri(DOC), uri(DOC_2), uri(DOC_3), uri(DOC_2, OTHER_KB), uri(DOC_3, OTHER_KB)),
  rel: fc.constantFrom('cites', 'see also', 'refutes', 'no', 'part of', 'new\nline', "it's, here"),
})
const anyEdit: fc.Arbitrary<SidecarEdit> = fc.oneof(
  link.map(({ to, rel }): SidecarEdit => ({ kind: 'add-link', to, rel })),
  link.map(({ to, rel }): SidecarEdit => ({ kind: 'remove-link', to, rel })),
  fc.array(link, { maxLength: 4 }).map((links): SidecarEdit => ({ kind: 'set-links', links })),
  fc
    .array(fc.constantFrom('loans', 'registers', 'NO', 'x, y', 'größe', 'fresh'), { maxLength: 4 })
    .map((tags): SidecarEdit => ({ kind: 'set-tags', tags })),
  fc
    .record({
      backend: fc.string(),
      fingerprint: fc.string({ unit: fc.constantFrom(...'0123456789abcdef') }),
      extracted: fc.string(),
      contentHash: fc.string(),
    })
    .map((record): SidecarEdit => ({ kind: 'set-extraction', record })),
  fc.constant<SidecarEdit>({ kind: 'clear-extraction' }),
)

const KEY_OF: Readonly<Record<SidecarEdit['kind'], string>> = {
  'add-link': 'links',
  'remove-link': 'links',
  'set-links': 'links',
  'set-tags': 'tags',
  'set-extraction': 'provenance',
  'clear-extraction': 'provenance',
  'add-key': '',
}

/** The edited text, or null where the edit was refused for a reason that the format allows. */
function tryEdit(text: string, ...edits: readonly SidecarEdit[]): string | null {
  try {
    return edit(text, ...edits)
  } catch (error) {
    if (isPinakesError(error, 'SIDECAR_SHARED') || isPinakesError(error, 'SIDECAR_UNSAFE_EDIT')) return null
    throw error
  }
}

describe('generated sidecars', () => {
  test('no byte outside of the touched node changes', () => {
    fc.assert(
      fc.property(readable, anyEdit, (before, change) => {
        const after = tryEdit(before, change)
        if (after === null) return
        const region = touchedRegion(before, KEY_OF[change.kind])
        if (region === null) expect(insertion(before, after)).not.toBeNull()
        else expectOutsideKept(before, after, region, change)
      }),
      RUNS,
    )
  })

  test('all other data stays, as the YAML library alone reads it', () => {
    fc.assert(
      fc.property(readable, anyEdit, (before, change) => {
        const after = tryEdit(before, change)
        if (after === null) return
        const others = ([key]: [string, unknown]) => key !== KEY_OF[change.kind]
        const data = (of: string) =>
          Object.entries(libraryData(of))
            .filter(others)
            .sort(([a], [b]) => (a < b ? -1 : 1))
        expect(data(after)).toEqual(data(before))
      }),
      RUNS,
    )
  })

  test('the edit is made: what was asked for is what is read, and asking again changes nothing', () => {
    fc.assert(
      fc.property(readable, anyEdit, (before, change) => {
        const after = tryEdit(before, change)
        if (after === null) return
        expectDone(after, change)
        const bytes = Buffer.from(after)
        expect(editSidecarBytes(bytes, [change], CONTEXT)).toBe(bytes)
      }),
      RUNS,
    )
  })

  test('a link added and removed leaves the original, unless `links` had no value', () => {
    fc.assert(
      fc.property(readable, (text) => {
        const written = libraryData(text).links === null
        const after = tryEdit(text, ADD, REMOVE)
        if (after !== null && !written) expect(after).toBe(text)
      }),
      RUNS,
    )
  })

  test('edits are rarely refused', () => {
    const texts = fc.sample(readable, { numRuns: 300, seed: 1 })
    const refused = texts.filter((text) => tryEdit(text, ADD) === null)
    expect(refused.length).toBeLessThan(3)
  })

  test('reading and writing nothing gives the very same bytes', () => {
    fc.assert(
      fc.property(readable, (text) => {
        const bytes = Buffer.from(text)
        const { links, tags } = parseSidecar(bytes, CONTEXT)
        const same = links.map(({ to, rel }) => ({ to: uri(to.doc, to.kb), rel }))
        const edits: SidecarEdit[] = [
          { kind: 'set-links', links: same },
          { kind: 'set-tags', tags },
        ]
        expect(editSidecarBytes(bytes, edits, CONTEXT)).toBe(bytes)
      }),
      RUNS,
    )
  })
})

function expectOutsideKept(
  before: string,
  after: string,
  region: { start: number; end: number },
  change: SidecarEdit,
): void {
  const [head, tail] = [before.slice(0, region.start), before.slice(region.end)]
  const open = !/[\r\n]$/.test(before) && tail === ''
  // A node deleted at the end of a file without a final break takes the break before it.
  expect(after.startsWith(open ? head.replace(/(?:\r\n|\r|\n)$/, '') : head)).toBe(true)
  if (after.endsWith(tail)) return
  // Last resort of a deletion: blank lines and deeper comments below go, where a block scalar above would take them in.
  const shorter = tail.replace(/^(?:[ \t]*(?: +#[^\r\n]*)?(?:\r\n|\r|\n))+/, '')
  expect(change.kind).toMatch(/^(?:remove-link|set-links|set-tags|clear-extraction)$/)
  expect(after.endsWith(shorter)).toBe(true)
}

function expectDone(after: string, change: SidecarEdit): void {
  const sidecar = parse(after)
  const links = sidecar.links.map(({ to, rel }) => `${rel} ${uri(to.doc, to.kb)}`).sort()
  const wanted = (list: readonly { to: string; rel: string }[]) =>
    list.map(({ to, rel }) => `${rel} ${to}`).sort()
  if (change.kind === 'set-links') expect(links).toEqual(wanted(change.links))
  if (change.kind === 'add-link') expect(links).toEqual(expect.arrayContaining(wanted([change])))
  if (change.kind === 'remove-link') expect(links).not.toEqual(expect.arrayContaining(wanted([change])))
  if (change.kind === 'set-tags') expect([...sidecar.tags].sort()).toEqual([...change.tags].sort())
  if (change.kind === 'set-extraction') expect(sidecar.extraction).toEqual(change.record)
  if (change.kind === 'clear-extraction') expect(sidecar.extraction).toBeNull()
}
