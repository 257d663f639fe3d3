import { describe, expect, it } from 'vitest'
import { isModuleInstalled } from '../src/is-module-installed.js'

describe('isModuleInstalled', () => {
  it('finds a dependency and a built-in module', () => {
    expect(isModuleInstalled('@pinakes/model-static-en/package.json')).toBe(true)
    expect(isModuleInstalled('node:fs')).toBe(true)
  })

  it('counts a package that exports nothing to require as installed', () => {
    expect(isModuleInstalled('@pinakes/model-static-en')).toBe(true)
  })

  it('does not find what is not there', () => {
    expect(isModuleInstalled('no-such-package-at-all')).toBe(false)
    expect(isModuleInstalled('@pinakes/no-such-package')).toBe(false)
  })
})
