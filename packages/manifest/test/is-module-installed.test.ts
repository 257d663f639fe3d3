import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isModuleInstalled } from '../src/index.js'
import { tempDir } from './temp-dir.js'

/** A file of a project that has the package `planted`, which throws when it is loaded. */
function project(exportsField: unknown): string {
  const root = tempDir({
    'node_modules/planted/package.json': JSON.stringify({ name: 'planted', exports: exportsField }),
    'node_modules/planted/index.js': 'throw new Error("loaded")\n',
  })
  return join(root, 'main.js')
}

describe('isModuleInstalled', () => {
  test('resolves without loading: a module that throws on import counts as installed', () => {
    expect(isModuleInstalled('planted', project('./index.js'))).toBe(true)
    expect(isModuleInstalled('planted', pathToFileURL(project('./index.js')).href)).toBe(true)
  })

  test('sees a package that exports nothing to require', () => {
    expect(isModuleInstalled('planted', project({ '.': { import: './index.js' } }))).toBe(true)
  })

  test('looks from where it is told to: what another project has is not there', () => {
    project('./index.js')
    expect(isModuleInstalled('planted', import.meta.url)).toBe(false)
  })

  test('finds a built-in module, and takes any failure to resolve for absence', () => {
    expect(isModuleInstalled('node:fs', import.meta.url)).toBe(true)
    expect(isModuleInstalled('', import.meta.url)).toBe(false)
    expect(isModuleInstalled('node:no-such-builtin', import.meta.url)).toBe(false)
    expect(isModuleInstalled('@pinakes/no-such-package', import.meta.url)).toBe(false)
  })
})
