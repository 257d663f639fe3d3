import type { ImportedModel, PulledModel } from '@pinakes/embed'
import { describe, expect, it } from 'vitest'
import type { InstalledModel } from '../../src/installed-models.js'
import { formatBytes } from '../../src/output/bytes.js'
import { importedLines, modelLines, pulledLines } from '../../src/output/model-lines.js'
import { pullBar } from '../../src/output/pull-progress.js'
import { style } from '../../src/output/style.js'
import { verifiedLines, verifiedPayload } from '../../src/output/verified-lines.js'
import type { VerifiedModel } from '../../src/verify-models.js'

const PLAIN = style(false)
const COMMIT = 'a'.repeat(40)

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [99_949, '99.9 kB'],
    [99_950, '100 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [133_093_490, '133 MB'],
    [1_112_201_932, '1.1 GB'],
    [5_000_000_000_000, '5000 GB'],
  ])('%i is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})

const PULLED: PulledModel = {
  model: 'acme/tiny',
  repo: 'acme/tiny',
  revision: null,
  commit: COMMIT,
  folder: '/cache/x',
  files: [
    { path: 'tokenizer.json', bytes: 2000, state: 'kept' },
    { path: 'onnx/model.onnx', bytes: 8000, state: 'repaired' },
  ],
  fetchedBytes: 8000,
  isCurrent: true,
}

describe('pulledLines', () => {
  it('says what was fetched, what was replaced, and where it is', () => {
    expect(pulledLines([PULLED])).toEqual([
      'acme/tiny at aaaaaaaaaaaa (main): 2 files, 10.0 kB; fetched 8.0 kB; 1 damaged file replaced',
      'in /cache/x',
    ])
  })

  it('says that nothing was to be done, and that the hub was not asked', () => {
    const held = {
      ...PULLED,
      revision: COMMIT,
      files: PULLED.files.slice(0, 1),
      fetchedBytes: 0,
      isCurrent: false,
    }
    expect(pulledLines([held])[0]).toBe(
      'acme/tiny at aaaaaaaaaaaa: 1 file, 2.0 kB; all of it was here and whole; the hub was not asked',
    )
  })

  it('says that a manifest may need nothing', () => {
    expect(pulledLines([])).toEqual(['nothing to fetch: the model comes with this installation'])
  })
})

describe('importedLines', () => {
  it('says of how many files nobody knows the hash', () => {
    const imported: ImportedModel = {
      model: 'acme/tiny',
      revision: 'v1',
      commit: COMMIT,
      folder: '/cache/x',
      precisions: ['float32', 'int8'],
      files: [
        { path: 'a', bytes: 1, state: 'imported', checkedBy: 'hash' },
        { path: 'b', bytes: 1, state: 'imported', checkedBy: 'shape' },
      ],
    }
    expect(importedLines(imported)).toEqual([
      'acme/tiny at aaaaaaaaaaaa (v1): 2 files, 2 B, float32 and int8',
      'in /cache/x',
      '1 file came without a hash to compare with: they look whole, and that is all that is known',
    ])
  })
})

describe('modelLines', () => {
  const row: InstalledModel = {
    model: 'acme/tiny',
    commit: COMMIT,
    refs: ['main', 'v1'],
    path: '/cache/x',
    bytes: 2000,
    weights: ['float32'],
    lacks: null,
  }
  const packaged = { ...row, model: 'pinakes/static-en', commit: null, refs: [], weights: ['static'] }

  it('separates the fields by tabs when piped', () => {
    expect(modelLines([packaged, row], PLAIN, false)).toEqual([
      'pinakes/static-en\tinstalled\tstatic\t2.0 kB',
      'acme/tiny\taaaaaaaaaaaa (main, v1)\tfloat32\t2.0 kB',
    ])
  })

  it('lines the columns up on a terminal, and says why a model cannot be used', () => {
    const lacking = { ...row, refs: [], weights: [], lacks: 'it has no tokenizer.json' }
    expect(modelLines([packaged, lacking], PLAIN, true)).toEqual([
      'pinakes/static-en  installed     static                                2.0 kB',
      'acme/tiny          aaaaaaaaaaaa  not usable: it has no tokenizer.json  2.0 kB',
    ])
  })
})

describe('verifiedLines', () => {
  const whole: VerifiedModel = {
    model: 'acme/tiny',
    commit: COMMIT,
    refs: ['main'],
    path: '/cache/x',
    files: [
      { path: 'a.json', bytes: 1, fault: null, checkedBy: 'hash' },
      { path: 'b.onnx', bytes: 2, fault: null, checkedBy: 'shape' },
    ],
    lacks: null,
    isWhole: true,
    remedy: null,
  }

  it('says how many files are whole, and of how many no hash is known', () => {
    expect(verifiedLines([whole], PLAIN)).toEqual([
      'acme/tiny at aaaaaaaaaaaa (main): 2 files whole; of 1 no hash is known',
    ])
  })

  it('names every fault and what to type', () => {
    const faulty: VerifiedModel = {
      ...whole,
      files: [{ path: 'b.onnx', bytes: 0, fault: 'it is empty', checkedBy: 'hash' }],
      isWhole: false,
      remedy: 'pnk models pull acme/tiny',
    }
    expect(verifiedLines([faulty], PLAIN)).toEqual([
      'acme/tiny at aaaaaaaaaaaa (main): not whole',
      '  b.onnx: it is empty',
      '  to mend it: pnk models pull acme/tiny',
    ])
    expect(verifiedPayload(faulty)).toMatchObject({
      whole: false,
      remedy: 'pnk models pull acme/tiny',
      files: [{ path: 'b.onnx', bytes: 0, fault: 'it is empty', checked_by: 'hash' }],
    })
  })
})

describe('pullBar', () => {
  it('is one bar for all files, whose rate leaves out what an earlier run had fetched', () => {
    const calls: unknown[][] = []
    let now = 0
    const bar = pullBar(
      {
        start: (...args: unknown[]) => void calls.push(['start', ...args]),
        update: (...args: unknown[]) => void calls.push(['update', ...args]),
        stop: () => void calls.push(['stop']),
      },
      () => now,
    )
    bar.close()
    bar.update({ doneBytes: 4000, totalBytes: 10_000, path: 'a' })
    now = 2000
    bar.update({ doneBytes: 8000, totalBytes: 10_000, path: 'b' })
    bar.close()
    bar.close()
    bar.update({ doneBytes: 9000, totalBytes: 10_000, path: 'b' })
    expect(calls).toEqual([
      ['start', 10_000, 4000, { done: '4.0 kB', all: '10.0 kB', rate: '-' }],
      ['update', 8000, { done: '8.0 kB', all: '10.0 kB', rate: '2.0 kB' }],
      ['stop'],
      ['start', 10_000, 9000, { done: '9.0 kB', all: '10.0 kB', rate: '2.5 kB' }],
    ])
  })
})
