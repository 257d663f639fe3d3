import { expect, test } from 'vitest'
import { isPinakesError, ManifestError, PinakesError } from '../src/index.js'

const init = { code: 'KB_NOT_FOUND', message: 'no KB', remedy: 'make one' } as const

test('an error carries code, remedy, details and cause, and its class as name', () => {
  const cause = new Error('below')
  const error = new ManifestError({ ...init, details: { start: '/x' }, cause })
  expect(error).toMatchObject({ ...init, name: 'ManifestError', details: { start: '/x' }, cause })
  expect(new ManifestError(init)).toMatchObject({ details: {} })
  expect('cause' in new ManifestError(init)).toBe(false)
})

test('an error is known by its mark and its code, from any copy of the package', () => {
  const foreign = { [Symbol.for('pinakes.error')]: true, code: 'KB_NOT_FOUND' }
  for (const error of [new ManifestError(init), new PinakesError(init), foreign]) {
    expect(isPinakesError(error)).toBe(true)
    expect(isPinakesError(error, 'KB_NOT_FOUND')).toBe(true)
    expect(isPinakesError(error, 'ULID_INVALID')).toBe(false)
  }
  for (const other of [new Error('x'), null, undefined, 'KB_NOT_FOUND', { code: 'KB_NOT_FOUND' }]) {
    expect(isPinakesError(other)).toBe(false)
  }
})
