import { rmSync, writeFileSync } from 'node:fs'
import { acquireSyncLock, createIndex, IndexError, type SyncLock } from '@pinakes/index'
import { describe, expect, it } from 'vitest'
import { commitJobs } from '../../src/apply/commit-batch.js'
import { TestKb } from '../support/kb.js'
import { wordEmbedder } from '../support/word-embedder.js'

const chunking = { headings: 'none', metadata: 'off', maxTokens: 510, overlap: 64 } as const

async function opened() {
  const kb = new TestKb()
  const outcome = await acquireSyncLock(kb.paths.stateDir)
  if (outcome.status !== 'acquired') throw new Error('busy')
  const writer = createIndex(kb.paths.index, { identity: { embedding: wordEmbedder().info(), chunking } })
  return { kb, lock: outcome.lock as SyncLock, writer }
}

const failure = (path: string) => ({
  path,
  stage: 'index' as const,
  error: 'Error: x',
  happened: '20260101 00:00',
})

describe('commitJobs', () => {
  it('undoes a job that throws, alone, and clears the failures of the others', async () => {
    const { kb, lock, writer } = await opened()
    writer.recordFailure(failure('a.md'))
    writer.recordFailure(failure('b.md'))
    const error = new Error('bad document')
    const jobs = [
      { path: 'a.md', write: () => writer.setMeta({ a: '1' }) },
      {
        path: 'b.md',
        write: () => {
          writer.setMeta({ b: '1' })
          throw error
        },
      },
      { path: 'c.md', write: () => writer.setMeta({ c: '1' }) },
    ]
    const { done, failed } = commitJobs(writer, lock, jobs)
    expect(done.map(({ path }) => path)).toEqual(['a.md', 'c.md'])
    expect(failed).toEqual([{ job: jobs[1], error }])
    writer.close()
    lock.release()
    expect(Object.fromEntries(kb.meta())).toMatchObject({ a: '1', c: '1' })
    expect(kb.meta().has('b')).toBe(false)
    expect(kb.failures().map(({ path }) => path)).toEqual(['b.md'])
  })

  it('ends the run, and commits none of the batch, when the index itself cannot be written', async () => {
    const { kb, lock, writer } = await opened()
    const full = new IndexError({ code: 'INDEX_DISK_FULL', message: 'full', remedy: 'free some' })
    const jobs = [
      { path: 'a.md', write: () => writer.setMeta({ a: '1' }) },
      {
        path: 'b.md',
        write: () => {
          throw full
        },
      },
    ]
    expect(() => commitJobs(writer, lock, jobs)).toThrow(full)
    writer.close()
    lock.release()
    expect(kb.meta().has('a')).toBe(false)
  })

  it('writes nothing once the lock is somebody else’s', async () => {
    const { kb, lock, writer } = await opened()
    rmSync(kb.paths.lock)
    writeFileSync(kb.paths.lock, '{"pid":1,"host":"elsewhere","started":""}')
    const jobs = [{ path: 'a.md', write: () => writer.setMeta({ a: '1' }) }]
    expect(() => commitJobs(writer, lock, jobs)).toThrowError(
      expect.objectContaining({ code: 'SYNC_LOCK_LOST' }),
    )
    writer.close()
    lock.release()
    expect(kb.meta().has('a')).toBe(false)
  })
})
