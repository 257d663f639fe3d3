import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseVersionRows, type VersionRow } from '../../../packages/cli/src/templates/version-rows.js'
import { gitIgnores, shippedRows } from '../git.js'
import { templateProblems } from '../template-problems.js'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const templates = join(repository, 'templates')
const rowsOf = (directory: string) =>
  parseVersionRows(readFileSync(join(directory, '_versions.toml'), 'utf8'))

let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'pinakes-templates-'))
  cpSync(templates, copy, { recursive: true })
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

const problems = (shipped: readonly VersionRow[] = []) =>
  templateProblems({ directory: copy, isIgnored: () => false, shipped })

const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(join(copy, path), change(readFileSync(join(copy, path), 'utf8')))

test('the templates of this repository are a sound lineage', () => {
  const shipped = shippedRows(repository)
  expect(templateProblems({ directory: templates, isIgnored: gitIgnores(templates), shipped })).toEqual([])
  expect(rowsOf(templates)).toContainEqual(expect.objectContaining({ name: 'notes', version: '2.0' }))
})

test('a live file that differs from its archive is found', () => {
  edit('notes/README.md', (text) => `${text}\nmore`)
  expect(problems()).toEqual([expect.stringContaining('notes@2.0 differs from its archive')])
})

test('a changed list of files is a changed content', () => {
  edit('notes/template.toml', (text) => text.replace(/^files.*$/m, ''))
  expect(problems()).toEqual([expect.stringContaining('differs from its archive')])
})

test('an edited archive is found, with its live twin too', () => {
  for (const path of ['notes', 'notes/_versions/2.0']) edit(`${path}/README.md`, () => 'other')
  expect(problems()).toEqual(['notes@2.0 is not what its row says'])
})

test('a version that is not archived is found', () => {
  edit('notes/template.toml', (text) => text.replace('2.0', '2.1'))
  expect(problems()).toEqual(['notes@2.1 is not archived'])
})

test('a version raised without a change is found by the shared content', () => {
  edit('notes/template.toml', (text) => text.replace('2.0', '2.1'))
  cpSync(join(copy, 'notes/_versions/2.0'), join(copy, 'notes/_versions/2.1'), { recursive: true })
  edit('notes/_versions/2.1/template.toml', (text) => text.replace('2.0', '2.1'))
  edit('_versions.toml', (text) => `${text}\n${text.replace('2.0', '2.1')}`)
  expect(problems()).toEqual(['notes@2.1 has the content of notes@2.0'])
})

test('an archive without a row, a row without a template and a row twice are found', () => {
  const row = readFileSync(join(copy, '_versions.toml'), 'utf8')
  edit('_versions.toml', () => row.replace('2.0', '1.9'))
  expect(problems()).toEqual(['notes@2.0 has no row'])
  edit('_versions.toml', () => `${row}\n${row.replace('notes', 'gone')}\n${row}`)
  expect(problems()).toEqual([
    'gone@2.0 has a row, but there is no such template',
    'notes@2.0 has two rows',
    'notes@2.0 has the content of notes@2.0',
  ])
})

test('an archive that does not render, does not load or declares another version is found', () => {
  const broken: readonly (readonly [path: string, from: string, to: string, says: string])[] = [
    ['pinakes.toml.j2', '{{ name }}', '{{ nobody }}', 'unknown variable, nobody'],
    ['pinakes.toml.j2', 'dim = ', 'width = ', 'unknown key width'],
    ['template.toml', '2.0', '2.1', 'declares version 2.1'],
  ]
  for (const [path, from, to, says] of broken) {
    const archived = `notes/_versions/2.0/${path}`
    const before = readFileSync(join(copy, archived), 'utf8')
    edit(archived, (text) => text.replace(from, to))
    expect(problems().join('\n')).toContain(says)
    writeFileSync(join(copy, archived), before)
  }
})

test('a shipped version that changed or vanished is found', () => {
  const [row] = rowsOf(copy)
  const shipped = [{ name: 'notes', version: '2.0', sha256: '0'.repeat(64) }]
  expect(problems(shipped)).toEqual(['notes@2.0 was shipped with another content'])
  expect(problems(row ? [row] : [])).toEqual([])
})

test('shipped rows are those of the release tags; git says what it ignores', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', copy, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { stdio: 'pipe' })
  git('init', '-q')
  cpSync(templates, join(copy, 'templates'), { recursive: true })
  writeFileSync(join(copy, '.gitignore'), '*.swp\n')
  writeFileSync(join(copy, 'templates/notes/x.swp'), '')
  git('add', '.')
  git('commit', '-q', '-m', 'x')
  expect(shippedRows(copy)).toEqual([])
  git('tag', '@pinakes/cli@1.0.0')
  expect(shippedRows(copy)).toEqual(rowsOf(copy))
  const isIgnored = gitIgnores(join(copy, 'templates'))
  expect([isIgnored('notes/x.swp'), isIgnored('notes/README.md')]).toEqual([true, false])
  expect(templateProblems({ directory: join(copy, 'templates'), isIgnored, shipped: [] })).toEqual([])
})
