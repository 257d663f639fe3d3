import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPO_ROOT, workspacePackages } from '../../gates/workspace.js'
import { NOTICES_FILE, renderNotices } from '../third-party-notices.js'

const library = { name: 'a', version: '1.0.0', license: 'MIT', texts: ['Copyright (c) somebody'] }

describe('renderNotices', () => {
  it('gives name, version, licence and text', () => {
    expect(renderNotices([library])).toContain(
      '## a 1.0.0\n\nLicence: MIT\n\n````text\nCopyright (c) somebody\n````\n',
    )
  })

  it('refuses, by name, every library that may not be bundled', () => {
    const copyleft = { ...library, name: 'b', license: 'GPL-3.0-only' }
    const silent = { ...library, name: 'c', texts: [] }
    expect(() => renderNotices([library, copyleft, silent])).toThrow(
      'May not be bundled: b (GPL-3.0-only, 1 texts), c (MIT, 0 texts).',
    )
  })
})

/** The libraries of a built file by the comments that esbuild puts above each module: independent of the metafile. */
function commentedLibraries(dist: string): Set<string> {
  const files = readdirSync(dist).filter((file) => file.endsWith('.js'))
  const names = files.flatMap((file) => {
    const code = readFileSync(join(dist, file), 'utf8')
    return [...code.matchAll(/^\s*(?:\/\/ |")\S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm)].map(
      ([, name]) => name,
    )
  })
  return new Set(names.filter((name) => name !== undefined))
}

function noticedLibraries(dist: string): Set<string> {
  const path = join(dist, NOTICES_FILE)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return new Set([...text.matchAll(/^## (\S+) \d/gm)].map(([, name]) => name ?? ''))
}

describe('every built package', () => {
  const built = workspacePackages().filter(({ folder }) =>
    existsSync(join(REPO_ROOT, folder, 'tsup.config.ts')),
  )

  it.each(built.map(({ folder }) => folder))('%s carries the licences of what it bundles', (folder) => {
    const dist = join(REPO_ROOT, folder, 'dist')
    expect([...noticedLibraries(dist)]).toEqual(expect.arrayContaining([...commentedLibraries(dist)]))
  })

  it('is packed with them', () => {
    for (const { folder } of built) {
      const { files } = JSON.parse(readFileSync(join(REPO_ROOT, folder, 'package.json'), 'utf8'))
      expect(files, folder).toContain('dist')
    }
    const cli = noticedLibraries(join(REPO_ROOT, 'packages/cli/dist'))
    expect(cli).toContain('@oclif/core')
    expect(cli.size).toBeGreaterThan(10)
  })

  it('leaves out the upload code of @huggingface/hub, which ships no licence text', () => {
    const embed = commentedLibraries(join(REPO_ROOT, 'packages/embed/dist'))
    expect(embed).toContain('@huggingface/hub')
    expect(embed).not.toContain('gearhash-jit')
  })
})
