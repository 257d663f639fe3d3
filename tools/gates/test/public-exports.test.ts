import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { packageEntries, publicExports } from '../public-exports.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

describe('what the packages export', () => {
  it('has a docstring, each name of it', () => {
    const entries = packageEntries(ROOT, readdirSync(join(ROOT, 'packages')))
    expect(Object.keys(entries)).toContain('@pinakes/retrieve/eval')
    const all = publicExports(ROOT, entries)
    expect(all.length).toBeGreaterThan(400)
    const undocumented = all.filter(({ doc }) => doc === '').map(({ package: of, name }) => `${of}: ${name}`)
    expect(undocumented).toEqual([])
  })

  it('is seen through re-exports, and a name without a docstring is found', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pnk-exports-'))
    try {
      writeFileSync(join(folder, 'inner.ts'), '/** Two. */\nexport const told = 2\nexport const untold = 3\n')
      writeFileSync(join(folder, 'index.ts'), "export { told as renamed, untold } from './inner.js'\n")
      expect(publicExports(ROOT, { planted: join(folder, 'index.ts') })).toEqual([
        { package: 'planted', name: 'renamed', doc: 'Two.' },
        { package: 'planted', name: 'untold', doc: '' },
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
