import { cpSync, renameSync, rmSync } from 'node:fs'
import { openIndexReader } from '@pinakes/index'
import { sidecarPath } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { syncKb } from '../src/index.js'
import { TestKb } from './support/kb.js'

const FILES = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`docs/${i}.md`, `old word${i}\n`]))

function textsOf(reader: ReturnType<typeof openIndexReader>): Set<string> {
  return reader.snapshot(() => {
    const texts = reader.documents().flatMap(({ id }) => reader.chunksOfDocument(id).map(({ text }) => text))
    return new Set(texts.map((text) => text.split(' ')[0] ?? ''))
  })
}

describe('a reader that is open', () => {
  it('sees whole documents throughout a sync, and everything after it', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    const reader = openIndexReader(kb.paths.index)
    try {
      for (const path of Object.keys(FILES)) kb.write(path, 'new text\n')
      const seen: number[] = []
      await kb.sync({
        onProgress: () => {
          reader.refresh()
          expect(reader.counts()).toMatchObject({ documents: 60, chunks: 60 })
          seen.push(reader.documents().length)
        },
      })
      expect(seen).toHaveLength(60)
      reader.refresh()
      expect(textsOf(reader)).toEqual(new Set(['new']))
    } finally {
      reader.close()
    }
  })

  it('sees the old index until a rebuild is swapped in, and the new one at its next look', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    const reader = openIndexReader(kb.paths.index)
    try {
      for (const path of Object.keys(FILES)) kb.write(path, 'new text\n')
      await kb.sync({
        mode: 'rebuild',
        onProgress: () => {
          reader.refresh()
          expect(textsOf(reader)).toEqual(new Set(['old']))
        },
      })
      expect(reader.refresh()).toBe(true)
      expect(textsOf(reader)).toEqual(new Set(['new']))
    } finally {
      reader.close()
    }
  })
})

describe('a KB that was moved, renamed or cloned', () => {
  it('has the same ids, no sidecar byte changed, and nothing to do', async () => {
    const kb = new TestKb(FILES)
    await kb.sync()
    const before = kb.snapshot()
    const sidecars = Object.keys(FILES).map((path) => kb.read(sidecarPath(path)))
    const moved = `${kb.root}-moved`
    renameSync(kb.root, moved)
    try {
      const options = { extractors: [], loadEmbedder: async () => kb.embedder }
      expect(await syncKb(moved, options)).toMatchObject({
        outcome: 'ok',
        unchanged: 60,
        added: [],
        updated: [],
      })
    } finally {
      renameSync(moved, kb.root)
    }
    expect(kb.snapshot()).toEqual(before)

    const clone = new TestKb()
    rmSync(clone.root, { recursive: true })
    cpSync(kb.root, clone.root, { recursive: true, preserveTimestamps: true })
    clone.remove('.pinakes')
    expect(await clone.sync()).toMatchObject({ outcome: 'ok', sidecars: { written: [], restored: [] } })
    expect(clone.active()).toEqual(kb.active())
    expect(clone.chunks()).toEqual(kb.chunks())
    expect(Object.keys(FILES).map((path) => clone.read(sidecarPath(path)))).toEqual(sidecars)
    expect(await clone.sync()).toMatchObject({ unchanged: 60 })
  })
})
