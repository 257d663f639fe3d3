import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PinakesError } from '@pinakes/manifest'
import { isUsageErrorCode } from '@pinakes/retrieve'
import { describe, expect, it } from 'vitest'
import { usageError } from '../src/cli-error.js'
import { errorReport, errorText, isUsageCode } from '../src/error-report.js'

function caught(body: () => unknown): unknown {
  try {
    return body()
  } catch (error) {
    return error
  }
}

describe('errorReport', () => {
  it('passes the message and the remedy of a Pinakes error through, with exit 1', () => {
    const error = new PinakesError({ code: 'STORE_MISSING', message: 'no index', remedy: 'pnk sync' })
    expect(errorReport(error, 'search')).toEqual({
      code: 'STORE_MISSING',
      message: 'no index',
      remedy: 'pnk sync',
      exit: 1,
    })
  })

  it('ends with 2 after a usage error, and points to the help of the command', () => {
    expect(errorReport(usageError('the query is empty', 'search'), 'search')).toMatchObject({
      remedy: 'see: pnk search --help',
      exit: 2,
    })
  })

  it('turns an error of the option parser into a usage error in our words', () => {
    const error = Object.assign(new Error('Nonexistent flag: --foo\nSee more help with --help'), {
      oclif: { exit: 2 },
    })
    expect(errorReport(error, 'sync')).toEqual({
      code: 'CLI_USAGE',
      message: 'no such option: --foo',
      remedy: 'see: pnk sync --help',
      exit: 2,
    })
  })

  it.each([
    ['modifiedAfter', '--after', 'modifiedAfter must be a real day', 'must be a real day', 'Write a day.'],
    ['k', '-k', 'k must be an integer', 'must be an integer', 'Give k as 1, 2, 3, …, or leave it out.'],
    ['tags', '--tag', 'A tag must be text', 'A tag must be text', 'Name a tag.'],
  ])('calls the parameter %s of a search by its option, %s', (parameter, flag, message, said, remedy) => {
    const details = { parameter }
    const error = new PinakesError({ code: 'RETRIEVE_FILTER_INVALID', message, remedy, details })
    expect(errorReport(error, 'search')).toEqual({
      code: 'RETRIEVE_FILTER_INVALID',
      message: `${flag}: ${said}`,
      remedy: remedy.replace(' k ', ' -k '),
      exit: 2,
    })
  })

  it('shows no more of a long argument than its two ends', () => {
    const long = `${'x'.repeat(100_000)}y`
    const parsed = Object.assign(new Error(`Unexpected argument: ${long}`), { oclif: { exit: 2 } })
    for (const error of [parsed, usageError(`no such command: ${long}`, null)]) {
      const { message } = errorReport(error, null)
      expect(message.length).toBe(160)
      expect(message).toMatch(/^(Unexpected argument|no such command): x+…x+y$/)
    }
  })

  it('shows no more of a long path than its two ends', () => {
    const refused = caught(() => readFileSync(`${'x'.repeat(100_000)}/y`))
    expect(errorReport(refused, null)).toMatchObject({
      code: 'ENAMETOOLONG',
      message: expect.stringMatching(/^x+…x+\/y: the name is too long$/),
    })
    expect(errorReport(refused, null).message.length).toBeLessThan(400)
  })

  it('says in words what the file system refused, and names the path', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'pnk-')), 'absent')
    const report = errorReport(
      caught(() => readFileSync(path)),
      null,
    )
    expect(report).toMatchObject({ code: 'ENOENT', message: `${path}: no such file or directory`, exit: 1 })
  })

  it('reports anything else as a defect, in one line, with the way to report it', () => {
    const report = errorReport(new TypeError('x is not a function\nsecond line'), 'ls')
    expect(report.message).toBe('unexpected TypeError: x is not a function')
    expect(report.remedy).toContain('PNK_DEBUG=1')
    expect(report.exit).toBe(1)
  })

  it('survives a thrown value that is no error', () => {
    expect(errorReport('boom', null).message).toBe('unexpected boom')
  })
})

describe('isUsageCode', () => {
  it('agrees with retrieval on every code of it, without loading it in a run', () => {
    const source = readFileSync(new URL('../../retrieve/src/errors.ts', import.meta.url), 'utf8')
    const codes = [...new Set(source.match(/RETRIEVE_[A-Z_]+/g))]
    expect(codes.length).toBeGreaterThan(8)
    expect(codes.filter(isUsageCode)).toEqual(codes.filter(isUsageErrorCode))
  })
})

describe('errorText', () => {
  const error = new Error('outer', { cause: new Error('inner') })

  it('is the message, then the remedy, and nothing else', () => {
    const report = { code: 'X', message: 'no\u001b[31m way', remedy: 'pnk sync', exit: 1 as const }
    expect(errorText(report, error, false)).toBe('error: no\\u{1b}[31m way\npnk sync\n')
  })

  it('adds the stack and its causes when asked to', () => {
    const text = errorText({ code: 'X', message: 'm', remedy: 'r', exit: 1 }, error, true)
    expect(text).toMatch(/^error: m\nr\nError: outer\n\s+at /)
    expect(text).toContain('Error: inner')
  })
})
