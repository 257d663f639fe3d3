import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pair } from '../../src/pairing/pair.js'
import type { Picture } from '../../src/pairing/picture.js'
import { type KnownInput, type PictureInput, picture } from '../support/picture.js'

const PATHS = ['a.md', 'b.md', 'c.md', 'A.md', 'd/a.md', 'd/caf\u00e9.md', 'd/cafe\u0301.md'] as const
const IDS = ['P', 'Q', 'R', 'S', 'T'] as const
const content = fc.constantFrom('', 'one', 'two', 'three')

/** Rows with distinct ids, the active ones at distinct paths, as the index guarantees. */
const known = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...IDS),
      path: fc.constantFrom(...PATHS),
      content,
      sidecar: fc.option(fc.constantFrom('s1', 's2')),
      state: fc.constantFrom('active' as const, 'deleted' as const),
    }),
    { selector: ({ id }) => id },
  )
  .map((rows): KnownInput[] => {
    const taken = new Set<string>()
    return rows.filter((row) => {
      if (row.state === 'active' && taken.has(row.path)) return false
      if (row.state === 'active') taken.add(row.path)
      return true
    })
  })

const input: fc.Arbitrary<PictureInput> = fc
  .record({
    known,
    tree: fc.uniqueArray(
      fc.record({
        path: fc.constantFrom(...PATHS),
        kind: fc.constantFrom('file', 'file', 'file', 'present', 'gone'),
        content: fc.option(content, { freq: 8 }),
        sidecar: fc.constantFrom('none', 'none', 'broken', ...IDS),
        bytes: fc.constantFrom('s1', 's2'),
      }),
      { selector: ({ path }) => path },
    ),
    unknown: fc.constantFrom([], [], ['d']),
  })
  .map(({ known: rows, tree, unknown }): PictureInput => {
    const seen = tree.filter(({ path }) => !unknown.some((directory) => path.startsWith(`${directory}/`)))
    const carriers = seen.filter(({ sidecar }) => sidecar !== 'none' && sidecar !== 'broken')
    return {
      known: rows,
      files: Object.fromEntries(seen.filter(({ kind }) => kind === 'file').map((f) => [f.path, f.content])),
      sidecars: Object.fromEntries(carriers.map((f) => [f.path, [f.sidecar, f.bytes] as const])),
      broken: seen.filter(({ sidecar }) => sidecar === 'broken').map(({ path }) => path),
      present: seen.filter(({ kind }) => kind === 'present').map(({ path }) => path),
      unknown,
    }
  })

function planOf(pictureOf: Picture) {
  const result = pair(pictureOf)
  return result.kind === 'plan' ? result.plan : null
}

describe('pair', () => {
  it('gives every file one fate and every active row one fate, and no id or path to two', () => {
    fc.assert(
      fc.property(input, (shorthand) => {
        const seen = picture(shorthand)
        const plan = planOf(seen)
        if (plan === null) return
        const acted = plan.actions.flatMap(({ id }) => (id === null ? [] : [id]))
        const kept = [
          ...plan.blocked.flatMap(({ row }) => row ?? []),
          ...plan.untouched,
          ...plan.deleted,
          ...plan.kept.rows,
        ]
        const fates = [...acted, ...kept.map(({ id }) => id), ...plan.relocated.map(({ row }) => row.id)]
        expect(new Set(fates).size).toBe(fates.length)
        for (const row of seen.known) if (row.state === 'active') expect(fates).toContain(row.id)

        const readable = seen.files.filter(({ hash }) => hash !== null).map(({ path }) => path)
        const treated = [
          ...plan.actions.map(({ file }) => file.path),
          ...plan.waiting.map(({ path }) => path),
          ...plan.blocked.map(({ path }) => path),
        ]
        expect(new Set(treated).size).toBe(treated.length)
        for (const path of readable) expect(treated).toContain(path)

        const after = [
          ...plan.actions.map(({ file }) => file.path),
          ...plan.blocked.flatMap(({ row }) => row?.path ?? []),
          ...plan.untouched.map(({ path }) => path),
          ...plan.kept.rows.map(({ path }) => path),
          ...plan.relocated.map(({ path }) => path),
        ]
        expect(new Set(after).size).toBe(after.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('lets every readable sidecar beside a readable file have its id there', () => {
    fc.assert(
      fc.property(input, (shorthand) => {
        const plan = planOf(picture(shorthand))
        for (const action of plan?.actions ?? []) {
          if (action.sidecar !== null) expect(action.id).toBe(action.sidecar.id)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('never writes, restores or moves a sidecar so that two would carry one id', () => {
    fc.assert(
      fc.property(input, (shorthand) => {
        const seen = picture(shorthand)
        const plan = planOf(seen)
        if (plan === null) return
        const moved = new Set<string>()
        const after: string[] = []
        for (const { sidecarTask, id } of plan.actions) {
          if (sidecarTask.kind === 'move') moved.add(sidecarTask.from)
          if (sidecarTask.kind !== 'none' && id !== null) after.push(id)
        }
        for (const { id, path } of seen.sidecars) if (!moved.has(path)) after.push(id)
        expect(new Set(after).size).toBe(after.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('depends on no order of its input', () => {
    fc.assert(
      fc.property(
        input,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (shorthand, random) => {
          const seen = picture(shorthand)
          const shuffle = <T>(list: readonly T[]): T[] =>
            list
              .map((value) => ({ value, key: random.next().value as number }))
              .sort((a, b) => a.key - b.key)
              .map(({ value }) => value)
          const shuffled: Picture = {
            ...seen,
            known: shuffle(seen.known),
            files: shuffle(seen.files),
            sidecars: shuffle(seen.sidecars),
            broken: shuffle(seen.broken),
          }
          expect(pair(shuffled)).toEqual(pair(seen))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
