import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  archivedVersions,
  listTemplates,
  loadArchivedTemplate,
  loadTemplate,
  templateNames,
} from '../../src/templates/load-template.js'
import { templatesDirectory } from '../../src/templates/templates-directory.js'
import { caught } from './caught.js'
import { MANIFEST, tempDir, templatesWith } from './temp-dir.js'

test('the templates of this installation hold notes', () => {
  expect(templateNames(templatesDirectory())).toContain('notes')
})

test('a template has a reference, a description, its declared files and its manifest', () => {
  const directory = templatesWith({}, '["README.md"]')
  expect(loadTemplate(directory, 't')).toEqual({
    name: 't',
    version: '1.0',
    description: 'd',
    files: ['README.md'],
    reference: 't@1.0',
    directory: join(directory, 't'),
    manifest: MANIFEST,
  })
  expect(loadTemplate(templatesWith({}), 't').files).toBeNull()
})

test('directories beginning with _ or . and plain files are no templates', () => {
  const directory = templatesWith({})
  mkdirSync(join(directory, '_versions'))
  mkdirSync(join(directory, '.git'))
  writeFileSync(join(directory, '_versions.toml'), '')
  writeFileSync(join(directory, 'README.md'), '')
  symlinkSync('t', join(directory, 'also'))
  symlinkSync('nowhere', join(directory, 'dangling'))
  expect(templateNames(directory)).toEqual(['also', 't'])
  expect(templateNames(join(directory, 'none'))).toEqual([])
})

test('an unknown or impossible name is refused with the available ones, before it is joined to a path', () => {
  const directory = templatesWith({})
  for (const name of ['x', '', '.', '..', '../t', 't/../t', '/t', 'T', '_versions', 't\0']) {
    const error = caught(() => loadTemplate(directory, name))
    expect(error).toMatchObject({ code: 'TEMPLATE_UNKNOWN', details: { available: ['t'] } })
    expect(error.message).toContain('available: t')
  }
  expect(caught(() => loadTemplate(tempDir(), 'notes')).message).toContain('available: none')
})

test('a damaged template is a row that says why; the rest is still listed', () => {
  const directory = templatesWith({})
  const descriptors: Readonly<Record<string, string | null>> = {
    broken: 'name = ',
    'no-descriptor': null,
    nameless: 'version = "1"\ndescription = "d"',
    numbered: 'name = "numbered"\nversion = 2.0\ndescription = "d"',
    other: 'name = "t"\nversion = "1"\ndescription = "d"',
    'bad-version': 'name = "bad-version"\nversion = "../1"\ndescription = "d"',
    'bad-name': 'name = "../x"\nversion = "1"\ndescription = "d"',
    'bad-files': 'name = "bad-files"\nversion = "1"\ndescription = "d"\nfiles = "README.md"',
    'mixed-files': 'name = "mixed-files"\nversion = "1"\ndescription = "d"\nfiles = [1]',
    'no-manifest': 'name = "no-manifest"\nversion = "1"\ndescription = "d"',
  }
  for (const [name, descriptor] of Object.entries(descriptors)) {
    mkdirSync(join(directory, name))
    if (descriptor !== null) writeFileSync(join(directory, name, 'template.toml'), descriptor)
    if (name !== 'no-manifest') writeFileSync(join(directory, name, 'pinakes.toml.j2'), MANIFEST)
  }
  mkdirSync(join(directory, 'a b'))
  writeFileSync(join(directory, 'broken', 'template.toml'), Buffer.from([0xff]))
  const rows = listTemplates(directory)
  const whys = Object.fromEntries(rows.map((row) => [row.name, 'unreadable' in row ? row.unreadable : null]))
  expect(whys).toEqual({
    'a b': expect.stringContaining('no template can have'),
    'bad-files': expect.stringContaining('files must be an array of strings, found a string'),
    'bad-name': expect.stringContaining('"../x"'),
    'bad-version': expect.stringContaining('"../1"'),
    broken: expect.stringContaining('UTF-8'),
    'mixed-files': expect.stringContaining('found an integer'),
    nameless: expect.stringContaining('name is missing'),
    'no-descriptor': 'template.toml cannot be read (ENOENT)',
    'no-manifest': 'pinakes.toml.j2 cannot be read (ENOENT)',
    numbered: expect.stringContaining('version must be a string, found a float'),
    other: expect.stringContaining('calls it "t"'),
    t: null,
  })
  expect(JSON.stringify(whys)).not.toContain(directory)
})

test('a frozen copy is loaded by its reference', () => {
  const copy = { '_versions/0.9/template.toml': 'name = "t"\nversion = "0.9"\ndescription = "old"' }
  const directory = templatesWith({ ...copy, '_versions/0.9/pinakes.toml.j2': 'old' })
  expect(loadArchivedTemplate(directory, { name: 't', version: '0.9' })).toMatchObject({
    reference: 't@0.9',
    description: 'old',
    manifest: 'old',
  })
  expect(archivedVersions(directory, 't')).toEqual(['0.9'])
  expect(archivedVersions(directory, 'none')).toEqual([])
})

test('a version without a copy cannot be compared, which is no fault of the KB', () => {
  const directory = templatesWith({})
  for (const reference of [
    { name: 't', version: '1.0' },
    { name: 'gone', version: '1.0' },
    { name: '..', version: '1.0' },
    { name: 't', version: '../../t' },
  ]) {
    const error = caught(() => loadArchivedTemplate(directory, reference))
    expect(error.code).toBe('TEMPLATE_UNARCHIVED')
    expect(error.message).not.toContain(directory)
  }
})

test('a copy that declares another version is damaged', () => {
  const directory = templatesWith({
    '_versions/3/template.toml': 'name = "t"\nversion = "4"\ndescription = "d"',
    '_versions/3/pinakes.toml.j2': '',
  })
  const error = caught(() => loadArchivedTemplate(directory, { name: 't', version: '3' }))
  expect(error).toMatchObject({ code: 'TEMPLATE_DAMAGED', message: expect.stringContaining('t@3') })
})
