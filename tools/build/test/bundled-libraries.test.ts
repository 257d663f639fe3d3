import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundledLibraries, packageFolder } from '../bundled-libraries.js'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pinakes-bundled-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function plant(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const manifest = (name: string, license?: string) => JSON.stringify({ name, version: '1.2.3', license })

/** A record of one output made of these inputs, `bytes` of each. */
const record = (paths: readonly string[], bytes = 10) => ({
  outputs: {
    'dist/index.js': { inputs: Object.fromEntries(paths.map((path) => [path, { bytesInOutput: bytes }])) },
  },
})

describe('packageFolder', () => {
  it.each([
    ['node_modules/a/dist/a.js', 'node_modules/a'],
    [
      '../../node_modules/.pnpm/@s+b@1/node_modules/@s/b/lib/deep/b.js',
      '../../node_modules/.pnpm/@s+b@1/node_modules/@s/b',
    ],
    ['node_modules/a/node_modules/c/c.js', 'node_modules/a/node_modules/c'],
    ['src/index.ts', null],
    ['left-out:typescript', null],
  ])('%s', (path, folder) => {
    expect(packageFolder(path)).toBe(folder)
  })
})

describe('bundledLibraries', () => {
  it('gives each library once, by name, with all its licence texts', () => {
    plant({
      'node_modules/b/package.json': manifest('b', 'MIT'),
      'node_modules/b/LICENSE.md': 'the licence of b\n',
      'node_modules/b/NOTICE': 'the notice of b\n',
      'node_modules/b/license-checker.js.txt': 'not lost either',
      'node_modules/@s/a/package.json': manifest('@s/a', 'ISC'),
      'node_modules/@s/a/licence': 'the licence of a',
      'node_modules/@s/a/nested/package.json': '{"type":"module"}',
    })
    const inputs = [
      'node_modules/b/one.js',
      'node_modules/b/two.js',
      'node_modules/@s/a/nested/a.js',
      'src/ours.ts',
    ]
    expect(bundledLibraries(record(inputs), root)).toEqual([
      { name: '@s/a', version: '1.2.3', license: 'ISC', texts: ['the licence of a'] },
      {
        name: 'b',
        version: '1.2.3',
        license: 'MIT',
        texts: ['the licence of b', 'the notice of b', 'not lost either'],
      },
    ])
  })

  it('leaves out what was shaken out of the build', () => {
    expect(bundledLibraries(record(['node_modules/gone/index.js'], 0), root)).toEqual([])
  })

  it('refuses a library that names no licence', () => {
    plant({ 'node_modules/b/package.json': manifest('b') })
    expect(() => bundledLibraries(record(['node_modules/b/b.js']), root)).toThrow(
      /b.package\.json does not say/,
    )
  })
})
