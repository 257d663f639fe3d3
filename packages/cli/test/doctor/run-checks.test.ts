import { kbPaths, PinakesError } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { type DoctorCheck, ok } from '../../src/doctor/check.js'
import { type DoctorContext, once } from '../../src/doctor/context.js'
import { runChecks } from '../../src/doctor/run-checks.js'
import { doctorLines, doctorPayload } from '../../src/output/doctor-lines.js'
import { style } from '../../src/output/style.js'

const broken = new PinakesError({
  code: 'MANIFEST_SYNTAX',
  message: 'line 3: no value',
  remedy: 'repair line 3',
})

/** A knowledge base whose manifest cannot be read; nothing else of it is asked for. */
const damaged: DoctorContext = {
  paths: kbPaths('/kb'),
  manifest: () => {
    throw broken
  },
  index: async () => null,
  git: () => {
    throw broken
  },
  survey: async () => {
    throw broken
  },
}

const check = (name: string, needs: DoctorCheck['needs'], run: DoctorCheck['run']): DoctorCheck => ({
  name,
  needs,
  run,
})

describe('runChecks', () => {
  it('turns damage into one row and names what it kept from being checked', async () => {
    const rows = await runChecks(
      [
        check('manifest', 'nothing', (context) => ok('manifest', context.manifest().kb.name)),
        check('sidecars', 'manifest', () => ok('sidecars', 'never reached')),
        check('links', 'manifest', () => ok('links', 'never reached')),
        check('gitignore', 'nothing', () => ok('gitignore', 'fine')),
      ],
      damaged,
    )
    expect(rows).toEqual([
      {
        name: 'manifest',
        status: 'FAIL',
        detail: 'line 3: no value; skipped: sidecars, links',
        remedy: 'repair line 3',
      },
      { name: 'gitignore', status: 'OK', detail: 'fine', remedy: null },
    ])
  })

  it('names paths below the root relative to it, in what a check says and in what it throws', async () => {
    const rows = await runChecks(
      [
        check('said', 'nothing', () => ok('said', '/kb/docs/a.md is fine, /else/kb/docs/a.md too')),
        check('thrown', 'nothing', () => {
          throw new PinakesError({
            code: 'X',
            message: 'The index /kb/.pinakes/index.db is cut',
            remedy: 'r',
          })
        }),
      ],
      damaged,
    )
    expect(rows.map(({ detail }) => detail)).toEqual([
      'docs/a.md is fine, /else/kb/docs/a.md too',
      'The index .pinakes/index.db is cut',
    ])
  })

  it('survives a check with a defect and goes on to the next one', async () => {
    const rows = await runChecks(
      [
        check('odd', 'nothing', () => {
          throw new TypeError('undefined is not a function')
        }),
        check('next', 'nothing', () => [ok('next', 'a'), ok('next', 'b')]),
      ],
      damaged,
    )
    expect(rows.map(({ name, status }) => [name, status])).toEqual([
      ['odd', 'FAIL'],
      ['next', 'OK'],
      ['next', 'OK'],
    ])
    expect(rows[0]?.remedy).toContain('PNK_DEBUG=1')
  })
})

describe('once', () => {
  it('reads a single time and remembers an error as well', () => {
    let reads = 0
    const read = once(() => {
      reads += 1
      throw broken
    })
    expect(read).toThrow(broken)
    expect(read).toThrow(broken)
    expect(reads).toBe(1)
  })
})

describe('doctorLines', () => {
  const rows = [
    { name: 'index', status: 'OK', detail: '3 documents', remedy: null },
    { name: 'failures', status: 'WARN', detail: 'a\nb', remedy: 'pnk ls --failed' },
  ] as const

  it('is one line a check, with the remedy below it', () => {
    expect(doctorLines(rows, style(false))).toEqual([
      'OK index: 3 documents',
      'WARN failures: a\\nb',
      '  → pnk ls --failed',
    ])
  })

  it('is ok in JSON as long as nothing failed', () => {
    expect(doctorPayload(rows)).toMatchObject({ ok: true })
    expect(doctorPayload([{ name: 'x', status: 'FAIL', detail: 'd', remedy: 'r' }])).toMatchObject({
      ok: false,
    })
  })
})
