import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Lockfile, paidPathBreaches, parseAllowlist, type WorkspacePackage } from '../paid/closure.js'
import { REPO_ROOT, workspacePackages } from '../workspace.js'

const one = (name: string, bundled: string[] = []): WorkspacePackage => ({
  folder: `packages/${name}`,
  name: `@pinakes/${name}`,
  bundled,
})

/** cli → index → helper → client, the client three steps away and behind a peer suffix. */
function planted(): Lockfile {
  return {
    importers: {
      'packages/cli': { dependencies: { '@pinakes/index': { version: 'link:../index' } } },
      'packages/index': { dependencies: { helper: { version: '1.0.0(zod@4.0.0)' } } },
    },
    snapshots: {
      'helper@1.0.0(zod@4.0.0)': { dependencies: { '@anthropic-ai/sdk': '0.60.0' } },
      '@anthropic-ai/sdk@0.60.0': {},
    },
  }
}

describe('the paid-path closure gate', () => {
  it('holds for this repository', () => {
    const lockfile = parse(readFileSync(`${REPO_ROOT}pnpm-lock.yaml`, 'utf8')) as Lockfile
    const allowlist = parseAllowlist(readFileSync(`${REPO_ROOT}.paid-path-allowlist`, 'utf8'))
    const packages = workspacePackages().map(({ folder, manifest }) => ({
      folder,
      name: manifest.name,
      bundled: Object.keys(manifest.devDependencies ?? {}),
    }))
    expect(packages.length).toBeGreaterThan(0)
    expect(paidPathBreaches(lockfile, packages, allowlist)).toEqual([])
  })

  it('finds a planted client through workspace links and transitive dependencies', () => {
    expect(paidPathBreaches(planted(), [one('cli'), one('index')], [])).toEqual([
      '@pinakes/cli reaches a paid client: @pinakes/cli > @pinakes/index > helper > @anthropic-ai/sdk',
      '@pinakes/index reaches a paid client: @pinakes/index > helper > @anthropic-ai/sdk',
    ])
  })

  it('allows exactly the packages that the list names', () => {
    expect(paidPathBreaches(planted(), [one('cli'), one('index')], ['@pinakes/index'])).toEqual([
      '@pinakes/cli reaches a paid client: @pinakes/cli > @pinakes/index > helper > @anthropic-ai/sdk',
    ])
  })

  it('counts a development dependency that the build compiles in, and only that', () => {
    const lockfile: Lockfile = {
      importers: { 'packages/a': { devDependencies: { openai: { version: '5.0.0' } } } },
      snapshots: { 'openai@5.0.0': {} },
    }
    expect(paidPathBreaches(lockfile, [one('a', ['openai'])], [])).toHaveLength(1)
    expect(paidPathBreaches(lockfile, [one('a')], [])).toEqual([])
  })

  it('sees through an alias', () => {
    const lockfile: Lockfile = {
      importers: { 'packages/a': { dependencies: { llm: { version: '@anthropic-ai/sdk@0.60.0' } } } },
    }
    expect(paidPathBreaches(lockfile, [one('a')], [])).toEqual([
      '@pinakes/a reaches a paid client: @pinakes/a > llm',
    ])
  })

  it('ends on cycles and refuses a stale or unknown allowlist line and a package outside the lockfile', () => {
    const lockfile: Lockfile = {
      importers: { 'packages/a': { dependencies: { x: { version: '1.0.0' } } } },
      snapshots: { 'x@1.0.0': { dependencies: { y: '1.0.0' } }, 'y@1.0.0': { dependencies: { x: '1.0.0' } } },
    }
    expect(paidPathBreaches(lockfile, [one('a'), one('b')], ['@pinakes/a', '@pinakes/ghost'])).toEqual([
      '@pinakes/b: not in the lockfile, so its closure is unknown',
      '@pinakes/a: allowed to reach a paid client, but it does not; remove the line',
      '@pinakes/ghost: allowed to reach a paid client, but it does not; remove the line',
    ])
  })
})
