import { expect, test } from 'vitest'
import { SidecarError } from '../src/index.js'
import { writeError } from '../src/write-error.js'

const systemError = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['ENOSPC', 'Free some space'],
  ['EDQUOT', 'within the quota'],
  ['EROFS', 'read-only'],
  ['ENAMETOOLONG', 'Shorten'],
  ['EACCES', 'may be written to'],
])('%s becomes a refusal with a remedy', (code, remedy) => {
  const cause = systemError(code)
  expect(writeError('docs/a\n.pnk.yaml', cause)).toMatchObject({
    code: 'SIDECAR_WRITE',
    message: `docs/a\\n.pnk.yaml: cannot be written: ${code}`,
    remedy: expect.stringContaining(remedy),
    cause,
  })
})

test('what is no error of the file system passes through', () => {
  const own = new SidecarError({ code: 'SIDECAR_EXISTS', message: 'm', remedy: 'r' })
  expect(writeError('a', own)).toBe(own)
  const bug = new TypeError('bug')
  expect(writeError('a', bug)).toBe(bug)
})
