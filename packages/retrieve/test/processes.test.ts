import { type SpawnOptions, spawn } from 'node:child_process'
import { chmodSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kbPaths } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { useKbs } from './support/use-kbs.js'

const { make, open } = useKbs()
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const tsx = join(
  dirname(createRequire(join(repository, 'package.json')).resolve('tsx/package.json')),
  'dist/cli.mjs',
)
const script = fileURLToPath(new URL('./support/search-once.ts', import.meta.url))

/** What a process prints that searches the KB once; rejects with its standard error when it fails. */
function searchInProcess(root: string, query: string, options: SpawnOptions = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const args = [tsx, '--tsconfig', join(repository, 'tsconfig.json'), script, root, query]
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const read = { out: '', err: '' }
    child.stdout?.on('data', (data) => {
      read.out += data
    })
    child.stderr?.on('data', (data) => {
      read.err += data
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0 && read.err === '') resolve(JSON.parse(read.out))
      else reject(new Error(`exit ${code}: ${read.err}`))
    })
  })
}

const FOUND = { paths: ['docs/a.md'], ran: ['bm25', 'vector'] }

describe('searching from several places at once', () => {
  it('works in ten processes on a KB that was never opened before', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    const searches = Array.from({ length: 10 }, () => searchInProcess(kb.root, 'pump'))
    expect(await Promise.all(searches)).toEqual(Array.from({ length: 10 }, () => FOUND))
  })

  it('works in one process, many times over, while documents are added', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    const views = await Promise.all(Array.from({ length: 5 }, () => open(kb)))
    const searches = views.flatMap((view) => Array.from({ length: 4 }, () => view.search('pump')))
    await kb.put({ 'docs/b.md': { text: 'a second pump' } })
    for (const { passages } of await Promise.all(searches)) expect(passages.length).toBeGreaterThan(0)
    for (const view of views) expect((await view.search('pump')).passages).toHaveLength(2)
  })
})

describe('a KB that cannot be written', () => {
  /** Permissions do not bind the superuser, so the search runs as somebody else then. */
  const somebody: SpawnOptions = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

  it('is searched all the same, and nothing is left in it', async () => {
    const kb = await make({ 'docs/a.md': 'pump' })
    const { index, stateDir } = kbPaths(kb.root)
    chmodSync(index, 0o444)
    for (const folder of [stateDir, kb.root]) chmodSync(folder, 0o555)
    try {
      const before = readdirSync(stateDir)
      expect(await searchInProcess(kb.root, 'pump', somebody)).toEqual(FOUND)
      expect(readdirSync(stateDir)).toEqual(before)
    } finally {
      for (const folder of [kb.root, stateDir]) chmodSync(folder, 0o755)
    }
  })
})
