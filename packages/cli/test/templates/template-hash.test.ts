import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashTemplate, readTemplateFiles } from '../../src/templates/template-hash.js'
import { templatesWith } from './temp-dir.js'

const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) })

test('the hash is over path, length and bytes of each file, then over the declared list', () => {
  const files = [file('a', 'xy'), file('é', 'ü')]
  expect(hashTemplate(files, null)).toBe(sha('a\x002\0xyé\x002\0ü'))
  expect(hashTemplate(files, [])).toBe(sha('a\x002\0xyé\x002\0ü\0files\0'))
  expect(hashTemplate(files, ['a', 'é'])).toBe(sha('a\x002\0xyé\x002\0ü\0files\x001\0a2\0é'))
  expect(hashTemplate([], null)).toBe(sha(''))
})

test('files are hashed sorted by path, without descriptor, copies and what git ignores', () => {
  const directory = templatesWith({
    'README.md': '',
    'eval/template.toml': '',
    'eval/questions.yaml': '',
    'eval/ignored': '',
    '_versions/1.0/README.md': '',
  })
  const files = readTemplateFiles(join(directory, 't'), (path) => path === 'eval/ignored')
  expect(files.map(({ path }) => path)).toEqual([
    'README.md',
    'eval/questions.yaml',
    'eval/template.toml',
    'pinakes.toml.j2',
  ])
})
