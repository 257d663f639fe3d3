import { isPinakesError, sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { TestKb } from './support/kb.js'
import { wordEmbedder } from './support/word-embedder.js'

const FILES = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`docs/${i}.md`, `word${i}\n`]))

/** Syncs, and aborts when `when` documents are done. */
async function interruptedAt(kb: TestKb, when: number, mode: 'full' | 'rebuild' | 'sidecars-only' = 'full') {
  const controller = new AbortController()
  const error = await kb
    .sync({
      mode,
      signal: controller.signal,
      onProgress: (done) => {
        if (done === when) controller.abort(new Error('Ctrl-C'))
      },
    })
    .catch((caught: unknown) => caught)
  expect(isPinakesError(error, 'SYNC_INTERRUPTED')).toBe(true)
  expect((error as Error).cause).toMatchObject({ message: 'Ctrl-C' })
}

describe('an interrupted sync', () => {
  it('keeps what was committed, releases the lock, and goes on from there', async () => {
    const kb = new TestKb(FILES)
    await interruptedAt(kb, 30)
    const kept = kb.active()
    expect(Object.keys(kept).length).toBeGreaterThanOrEqual(30)
    expect(Object.keys(kept).length).toBeLessThan(120)
    expect(kb.meta().get('build_state')).toBe('building')
    expect(kb.exists('.pinakes/sync.lock')).toBe(false)
    expect(kb.names('docs').filter((name) => name.endsWith('.new'))).toEqual([])

    kb.embedder = wordEmbedder()
    const report = await kb.sync()
    expect(report.unchanged + report.added.length).toBe(120)
    expect(kb.embedder.embedded).toHaveLength(120 - Object.keys(kept).length)
    expect(kb.active()).toMatchObject(kept)
    expect(kb.meta().get('build_state')).toBe('complete')
  })

  it('leaves the old index in place of a half-built one', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    const before = kb.snapshot()
    await interruptedAt(kb, 50, 'rebuild')
    expect(kb.snapshot()).toEqual(before)
    expect(kb.names('.pinakes').filter((name) => name.startsWith('index.db.new'))).toEqual([])
  })

  it('has written whole sidecars only', async () => {
    const kb = new TestKb(FILES)
    await interruptedAt(kb, 10, 'sidecars-only')
    const written = Object.keys(FILES).filter((path) => kb.exists(sidecarPath(path)))
    expect(written.length).toBeGreaterThanOrEqual(10)
    for (const path of written) expect(kb.idOf(path)).toMatch(/^[0-9A-Z]{26}$/)
    expect(await kb.sync()).toMatchObject({ outcome: 'ok' })
  })

  it('before it began writes nothing', async () => {
    const kb = new TestKb({ 'docs/a.md': 'alpha\n' })
    const error = await kb.sync({ signal: AbortSignal.abort() }).catch((caught: unknown) => caught)
    expect(isPinakesError(error, 'SYNC_INTERRUPTED')).toBe(true)
    expect(kb.names('docs')).toEqual(['a.md'])
    expect(kb.exists('.pinakes')).toBe(false)
  })
})

describe('progress', () => {
  it('tells each finished action, in order, up to the total', async () => {
    const kb = new TestKb({ 'docs/a.md': 'alpha\n', 'docs/b.md': 'beta\n', 'docs/bad.md': 'a\0b' })
    const steps: [number, number, string][] = []
    await kb.sync({ onProgress: (...step) => steps.push(step) })
    expect(steps.map(([done, total]) => [done, total])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(steps.map(([, , path]) => path).sort()).toEqual(['docs/a.md', 'docs/b.md', 'docs/bad.md'])
    steps.length = 0
    kb.remove('docs/bad.md')
    kb.remove('docs/b.md')
    kb.write('docs/a.md', 'gamma\n')
    await kb.sync({ onProgress: (...step) => steps.push(step) })
    expect(steps).toEqual([
      [1, 2, 'docs/b.md'],
      [2, 2, 'docs/a.md'],
    ])
  })

  it('says nothing when nothing is to be done', async () => {
    const kb = new TestKb({ 'docs/a.md': 'alpha\n' })
    await kb.sync()
    const steps: unknown[] = []
    await kb.sync({ onProgress: (...step) => steps.push(step) })
    expect(steps).toEqual([])
  })
})
