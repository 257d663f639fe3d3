import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { defaultProviders } from '@pinakes/embed'
import { openIndexWriter } from '@pinakes/index'
import { isPinakesError, sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { TestKb } from './support/kb.js'
import { wordEmbedder } from './support/word-embedder.js'

const A = 'docs/in/a.md'
const B = 'docs/b.md'

function sidecars(kb: TestKb): Record<string, string> {
  const paths = readdirSync(kb.path('docs'), { recursive: true, encoding: 'utf8' })
  const names = paths.filter((path) => path.endsWith('.pnk.yaml'))
  return Object.fromEntries(names.map((path) => [path, readFileSync(kb.path(`docs/${path}`), 'utf8')]))
}

describe('a folder that vanishes while the tree is read', () => {
  it('fails its documents, deletes none of them, and the next sync sees what is there', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    await new Promise((done) => setTimeout(done, 50))
    await kb.sync()
    const before = kb.active()
    kb.write(A, 'alpha edited\n')
    kb.write(B, 'beta edited\n')
    // Asked for the provider's name after the directories were listed and before any file is read.
    const providers = new Proxy(defaultProviders(), {
      get(registry, name) {
        rmSync(kb.path('docs/in'), { recursive: true, force: true })
        const value = Reflect.get(registry, name) as unknown
        return typeof value === 'function' ? value.bind(registry) : value
      },
    })
    const report = await kb.sync({ providers })
    expect(report).toMatchObject({ outcome: 'failed', deleted: [], updated: [B], failed: [{ path: A }] })
    expect(kb.active()).toEqual(before)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', deleted: [A] })
  })
})

describe('patterns that take nothing any more', () => {
  it('delete softly: identities and sidecars stay, and come back with the pattern', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const [before, files] = [kb.active(), sidecars(kb)]
    kb.setManifest((text) => text.replace(/^include = .*/m, 'include = []'))
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', deleted: [B, A], sidecars: { orphaned: [] } })
    expect(kb.active()).toEqual({})
    expect(sidecars(kb)).toEqual(files)
    kb.setManifest((text) => text)
    await kb.sync()
    expect(kb.active()).toEqual(before)
    expect(sidecars(kb)).toEqual(files)
  })
})

describe('the state folder', () => {
  it.each([
    ['the index', '.pinakes/index.db'],
    ['all of it', '.pinakes'],
  ])('that loses %s during a run costs no id: the next sync builds it again', async (_, lost) => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const before = kb.active()
    kb.write(B, 'beta edited\n')
    const loadEmbedder = async () => {
      kb.remove(lost)
      return wordEmbedder()
    }
    const error = await kb.sync({ loadEmbedder }).catch((caught: unknown) => caught)
    expect(error instanceof Error && !isPinakesError(error) ? error : null).toBe(null)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok', failed: [], sidecars: { written: [] } })
    expect(kb.active()).toEqual(before)
    expect(kb.chunks()).toEqual({ [A]: ['alpha'], [B]: ['beta edited'] })
  })

  it('that another edition wrote is refused with the way out, which keeps ids and sidecars', async () => {
    const kb = new TestKb({ [A]: 'alpha\n', [B]: 'beta\n' })
    await kb.sync()
    const [before, files] = [kb.active(), sidecars(kb)]
    const writer = openIndexWriter(kb.paths.index)
    writer.setMeta({ schema_version: '3' })
    writer.close()
    kb.write(B, 'beta edited\n')
    const error = await kb.sync().catch((caught: unknown) => caught)
    expect(isPinakesError(error, 'INDEX_SCHEMA_MISMATCH') && error.remedy).toContain('--rebuild')
    expect(await kb.sync({ mode: 'rebuild' })).toMatchObject({ outcome: 'ok', failed: [] })
    expect(kb.active()).toEqual(before)
    expect(sidecars(kb)).toEqual(files)
    expect(kb.exists(sidecarPath(A))).toBe(true)
    expect(await kb.sync()).toMatchObject({ unchanged: 2, updated: [] })
  })
})
