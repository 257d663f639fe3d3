import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPO_ROOT, workspacePackages } from '../workspace.js'

const layers = JSON.parse(readFileSync(join(REPO_ROOT, 'tools/gates/layers.json'), 'utf8')) as Record<
  string,
  { may: string[]; types?: string[] }
>

interface Cruise {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly { readonly rule: { name: string } }[]
  }
}

function cruise(cwd: string): Cruise {
  const run = spawnSync(
    process.execPath,
    [
      join(REPO_ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      join(REPO_ROOT, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      'packages',
    ],
    { cwd, encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  return JSON.parse(run.stdout) as Cruise
}

const broken = (found: Cruise) => [...new Set(found.summary.violations.map(({ rule }) => rule.name))].sort()

describe('the layer gate', () => {
  it('holds for the sources', () => {
    const found = cruise(REPO_ROOT)
    expect(found.summary.totalCruised).toBeGreaterThan(20)
    expect(broken(found)).toEqual([])
  })

  it('finds an upward import, a value import where only types may pass, and a deep import', () => {
    expect(broken(cruise(join(REPO_ROOT, 'tools/gates/fixtures/planted-layer')))).toEqual([
      'layer-manifest',
      'no-deep-import',
      'types-only-index-extract-free',
    ])
  })

  it('holds for the declared dependencies of every package', () => {
    for (const { folder, manifest } of workspacePackages()) {
      const rule = layers[folder.slice('packages/'.length)]
      expect(rule, `${folder} stands in tools/gates/layers.json`).toBeDefined()
      const allowed = [...(rule?.may ?? []), ...(rule?.types ?? [])].map((name) => `@pinakes/${name}`)
      const declared = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@pinakes/'))
      expect(
        declared.filter((name) => !allowed.includes(name)),
        folder,
      ).toEqual([])
    }
  })

  it('holds for the built files: each imports only what its package declares', () => {
    for (const { folder, manifest } of workspacePackages()) {
      const dist = join(REPO_ROOT, folder, 'dist')
      if (manifest.name.startsWith('@pinakes/model-')) continue
      expect(existsSync(dist), `${folder} is built`).toBe(true)
      const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
      const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.js'),
      )
      const imported = files.flatMap((name) => pinakesImports(readFileSync(join(dist, name), 'utf8')))
      expect(
        imported.filter((name) => !declared.includes(name)),
        folder,
      ).toEqual([])
    }
  })
})

function pinakesImports(code: string): string[] {
  const found = code.matchAll(/(?:from|import|import\()\s*["'](@pinakes\/[a-z-]+)/g)
  return [...found].map((match) => match[1] ?? '')
}
