import { symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveLinkedKb, resolvePath } from '../src/index.js'
import { tempDir } from './temp-dir.js'

test('a relative path is joined to the KB root, never to the working directory, and resolved', () => {
  const root = tempDir({ 'kb/x': '', 'partner/pinakes.toml': '' })
  symlinkSync('../partner', join(root, 'kb/alias'))
  expect(resolveLinkedKb(join(root, 'kb'), '../partner')).toEqual({ path: join(root, 'partner') })
  expect(resolveLinkedKb(join(root, 'kb'), 'alias/')).toEqual({ path: join(root, 'partner') })
  expect(resolveLinkedKb(join(root, 'kb'), '.')).toEqual({ path: join(root, 'kb') })
})

test('a leading ~ is the home directory, anywhere else it is a name', () => {
  const home = resolvePath(homedir())
  expect(resolveLinkedKb('/kb', '~')).toEqual({ path: home })
  expect(resolveLinkedKb('/kb', '~/no/kb')).toEqual({ path: resolvePath(join(home, 'no/kb')) })
  expect(resolveLinkedKb('/none/kb', 'a/~')).toEqual({ path: '/none/kb/a/~' })
})

test('an absolute path is taken as it is; a missing partner is not an error', () => {
  expect(resolveLinkedKb('/kb', '/no/such/partner')).toEqual({ path: '/no/such/partner' })
})

test('a path that cannot be resolved gives the reason and no path', () => {
  const root = tempDir()
  symlinkSync('loop', join(root, 'loop'))
  expect(resolveLinkedKb(root, '~nobody/kb')).toEqual({
    unresolvable: expect.stringContaining('another user'),
  })
  expect(resolveLinkedKb(root, 'a\0b')).toEqual({ unresolvable: expect.stringContaining('NUL') })
  expect(resolveLinkedKb(root, 'loop/x')).toEqual({ unresolvable: expect.stringContaining('loop') })
})
