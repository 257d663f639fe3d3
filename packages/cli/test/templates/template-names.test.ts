import { expect, test } from 'vitest'
import {
  compareVersions,
  formatReference,
  isTemplateName,
  isTemplateVersion,
  parseReference,
} from '../../src/templates/template-names.js'

test('names and versions are one path component', () => {
  for (const name of ['notes', 'research-papers', 'A_1', '0']) expect(isTemplateName(name), name).toBe(true)
  for (const name of ['', '.', '..', '_x', '-x', 'a/b', 'a.b', 'a b', 'ä', 'a\n', 'a\0']) {
    expect(isTemplateName(name), name).toBe(false)
  }
  for (const version of ['2.0', '1.10-rc.1', 'x']) expect(isTemplateVersion(version), version).toBe(true)
  for (const version of ['', '.', '..', '../1', '-1', '1/2', '1 '])
    expect(isTemplateVersion(version)).toBe(false)
})

test('a reference is a name and a version', () => {
  expect(parseReference('notes@2.0')).toEqual({ name: 'notes', version: '2.0' })
  expect(formatReference({ name: 'notes', version: '2.0' })).toBe('notes@2.0')
  for (const text of ['notes', '@2.0', 'notes@', 'a@b@c', '../x@1', 'notes@../1', '']) {
    expect(parseReference(text), text).toBeNull()
  }
})

test('versions order by their numbers, those without numbers last', () => {
  const sorted = ['1', '1.0', '1.9', '1.10', '2.0', '10', '99999999999999999999.1', '1.x', 'a', 'b']
  expect([...sorted].reverse().sort(compareVersions)).toEqual(sorted)
  expect(compareVersions('2.0', '2.0')).toBe(0)
})
