import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTemplate } from '../../src/templates/load-template.js'
import { planTemplateFiles } from '../../src/templates/template-files.js'
import { caught } from './caught.js'
import { tempDir, templatesWith } from './temp-dir.js'

const paths = (directory: string, target = join(tempDir(), 'new')) =>
  planTemplateFiles(loadTemplate(directory, 't'), target).map(({ path }) => path)

test('without a list the README and the questions are copied, those that are missing are not', () => {
  expect(paths(templatesWith({ 'README.md': 'r', 'eval/questions.yaml': 'q', 'other.md': '' }))).toEqual([
    'README.md',
    'eval/questions.yaml',
  ])
  expect(paths(templatesWith({ 'README.md': 'r' }))).toEqual(['README.md'])
})

test('an empty list copies nothing; a list copies what it names, once, byte for byte', () => {
  expect(paths(templatesWith({ 'README.md': 'r' }, '[]'))).toEqual([])
  const directory = templatesWith({ 'a/b/c.txt': 'x\r\n{{ name }}' }, '["a/b/c.txt", "a/b/../b/c.txt"]')
  const files = planTemplateFiles(loadTemplate(directory, 't'), tempDir())
  expect(files).toEqual([{ path: 'a/b/c.txt', bytes: Buffer.from('x\r\n{{ name }}') }])
})

test('an entry that may not be copied is refused, whether or not the template has it', () => {
  const entries = [
    '',
    ' ',
    '/etc/passwd',
    '../x',
    'a/../../x',
    '_versions/1.0/README.md',
    'a/_versions/b',
    './x',
    'a//b',
    'x/',
    '.pinakes/index.db',
    'pinakes.toml',
    'a/../pinakes.toml',
    '..',
    'a\u0000b/c',
  ]
  for (const entry of entries) {
    const directory = templatesWith({ 'README.md': '' }, `["README.md", ${JSON.stringify(entry)}]`)
    const error = caught(() => paths(directory))
    expect(error.code, entry).toBe('TEMPLATE_FILES')
    expect(error.message).toContain('t@1.0')
    expect(error.message).not.toContain(directory)
  }
})

test('an entry is checked against the real target, links in it included', () => {
  const target = tempDir()
  mkdirSync(join(target, 'kb'))
  symlinkSync(target, join(target, 'kb/eval'))
  const directory = templatesWith({ 'eval/questions.yaml': 'q' })
  expect(caught(() => paths(directory, join(target, 'kb'))).message).toContain(
    'leads out of the knowledge base',
  )
})

test('nothing is read from outside the template, through links either', () => {
  const outside = tempDir({ secret: 's' })
  const directory = templatesWith({}, '["stolen"]')
  symlinkSync(join(outside, 'secret'), join(directory, 't/stolen'))
  expect(caught(() => paths(directory)).message).toContain('leads out of the template')
})

test('an entry that is a directory is damage', () => {
  const directory = templatesWith({ 'eval/questions.yaml': '' }, '["eval"]')
  expect(caught(() => paths(directory))).toMatchObject({ code: 'TEMPLATE_DAMAGED' })
  writeFileSync(
    join(directory, 't/template.toml'),
    'name = "t"\nversion = "1.0"\ndescription = "d"\nfiles = []',
  )
  expect(paths(directory)).toEqual([])
})
