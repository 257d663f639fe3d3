import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { tempFolder } from '../static/temp-folder.js'
import { killHard, lastLine, startPull } from './children/run-child.js'
import { haltAfter, type LoopbackHub, loopbackHub, serveBytes, sha256 } from './loopback-hub.js'
import { COMMIT, GRAPH, MODEL, tinyModel } from './model-files.js'
import { blobs, mainRef, pull, refused, repoOf, snapshotBytes } from './pull-support.js'

const FILES = tinyModel()
const GRAPH_BYTES = FILES[GRAPH] ?? Buffer.alloc(0)
const GRAPH_HASH = sha256(GRAPH_BYTES)
const GRAPH_PATH = /model\.onnx$/

let hub: LoopbackHub
let cache: string

beforeEach(async () => {
  hub = await loopbackHub()
  hub.publish(MODEL, COMMIT, FILES)
  cache = join(tempFolder(), 'hub')
})

function env(): Record<string, string> {
  return { HF_ENDPOINT: hub.endpoint, HF_HUB_CACHE: cache }
}

function partials(): string[] {
  return blobs(cache).filter((name) => name.endsWith('.incomplete'))
}

function expectWhole(): void {
  expect(snapshotBytes(cache, COMMIT, GRAPH).equals(GRAPH_BYTES)).toBe(true)
  expect(mainRef(cache)).toBe(COMMIT)
}

describe('two pulls of one model at once', () => {
  it('in one process both end well, and leave one whole copy', async () => {
    const both = await Promise.all([pull(hub, cache), pull(hub, cache), pull(hub, cache)])
    expect(both.map(({ commit }) => commit)).toEqual([COMMIT, COMMIT, COMMIT])
    expectWhole()
    expect(partials()).toEqual([])
    expect(blobs(cache).length).toBe(4)
  })

  it('in processes of their own do so too', async () => {
    const children = [1, 2, 3].map(() => startPull(MODEL, { env: env() }))
    const ends = await Promise.all(children.map(lastLine))
    expect(ends.map(({ files }) => files)).toEqual([4, 4, 4])
    expectWhole()
    expect(partials()).toEqual([])
  })

  it('never write into the same temporary file, and neither takes over what the other is writing', async () => {
    const halting = haltAfter(GRAPH_BYTES, 100_000)
    hub.next('storage', GRAPH_PATH, halting.answer)
    const first = startPull(MODEL, { env: env() })
    for await (const line of first.lines) if (line.path === GRAPH && Number(line.doneBytes) > 50_000) break
    await pull(hub, cache)
    expectWhole()
    expect(hub.ranges(GRAPH)).toEqual([undefined, undefined])
    expect(partials().length).toBe(1)
    await killHard(first)
  })
})

describe('kill -9 during a download', () => {
  it('leaves nothing under the name of the file; the next pull goes on where it stopped', async () => {
    hub.next('storage', GRAPH_PATH, haltAfter(GRAPH_BYTES, 200_000).answer)
    const child = startPull(MODEL, { env: env() })
    for await (const line of child.lines) if (line.path === GRAPH && Number(line.doneBytes) > 100_000) break
    await killHard(child)
    expect(blobs(cache)).not.toContain(GRAPH_HASH)
    expect(mainRef(cache)).toBe(null)
    expect(partials().length).toBe(1)
    await pull(hub, cache)
    expectWhole()
    expect(partials()).toEqual([])
    const [, range = ''] = hub.ranges(GRAPH)
    expect(Number(/^bytes=(\d+)-$/.exec(range)?.[1])).toBeGreaterThan(50_000)
  })

  it('at any moment leaves the cache such that the next pull makes it whole', async () => {
    for (let reports = 1; reports <= 16; reports += 3) {
      const child = startPull(MODEL, { env: env() })
      let left = reports
      for await (const _ of child.lines) if (--left === 0) break
      await killHard(child)
      for (const name of blobs(cache).filter((one) => !one.endsWith('.incomplete'))) {
        const bytes = readFileSync(join(repoOf(cache), 'blobs', name))
        expect(
          Object.values(FILES).some((file) => file.equals(bytes)),
          name,
        ).toBe(true)
      }
    }
    await pull(hub, cache)
    expectWhole()
    expect(partials()).toEqual([])
  })
})

describe('what another pull left', () => {
  const leftBy = (owner: string) => join(repoOf(cache), 'blobs', `${GRAPH_HASH}.pnk-${owner}.incomplete`)

  function leave(owner: string, bytes: Buffer): void {
    mkdirSync(join(repoOf(cache), 'blobs'), { recursive: true })
    writeFileSync(leftBy(owner), bytes)
  }

  it('on a machine of which nothing is known is left alone for an hour', async () => {
    leave('00000000-1-00000000', GRAPH_BYTES.subarray(0, 99_000))
    await pull(hub, cache)
    expect(hub.ranges(GRAPH)).toEqual([undefined])
    expect(partials().length).toBe(1)
  })

  it('and nobody wrote for an hour is taken over', async () => {
    leave('00000000-1-00000000', GRAPH_BYTES.subarray(0, 99_000))
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000)
    utimesSync(leftBy('00000000-1-00000000'), longAgo, longAgo)
    await pull(hub, cache)
    expect(hub.ranges(GRAPH)).toEqual(['bytes=99000-'])
    expect(partials()).toEqual([])
  })

  it('with other bytes in it is noticed by the hash, and fetched from the first byte', async () => {
    leave('free-00000000', Buffer.alloc(99_000, 1))
    await pull(hub, cache)
    expect(hub.ranges(GRAPH)).toEqual(['bytes=99000-', undefined])
    expectWhole()
  })

  it('with everything in it is checked and not fetched', async () => {
    leave('free-00000000', GRAPH_BYTES)
    await pull(hub, cache)
    expect(hub.ranges(GRAPH)).toEqual([])
    expectWhole()
  })

  it('with more than the file has is not used', async () => {
    leave('free-00000000', Buffer.concat([GRAPH_BYTES, Buffer.alloc(10)]))
    await pull(hub, cache)
    expect(hub.ranges(GRAPH)).toEqual([undefined])
    expectWhole()
  })
})

// The limit on file size that stands for a full disk is set by a POSIX shell.
describe.skipIf(process.platform === 'win32')('a disk that takes no more', () => {
  it('ends the pull with what to do; what came is kept', async () => {
    const done = await lastLine(startPull(MODEL, { env: env(), fileLimit: 200 }))
    expect(done).toMatchObject({ code: 'EMBED_CACHE_WRITE' })
    expect(done.message).toContain(cache)
    expect(done.remedy).toContain('HF_HOME')
    expect(blobs(cache)).not.toContain(GRAPH_HASH)
    hub.seen.length = 0
    await pull(hub, cache)
    expect(hub.ranges(GRAPH)).toEqual([`bytes=${200 * 1024}-`])
    expectWhole()
  })
})

describe('readers during a pull', () => {
  it('see the old files until the new ones are whole', async () => {
    await pull(hub, cache)
    const damaged = join(repoOf(cache), 'blobs', GRAPH_HASH)
    writeFileSync(damaged, GRAPH_BYTES.subarray(0, 5000))
    const seen = new Set<number>()
    hub.next('storage', GRAPH_PATH, (request, response) => {
      seen.add(snapshotBytes(cache, COMMIT, GRAPH).length)
      serveBytes(GRAPH_BYTES, request, response)
    })
    const onProgress = () => void seen.add(snapshotBytes(cache, COMMIT, GRAPH).length)
    await pull(hub, cache, { onProgress })
    expect([...seen]).toEqual([5000])
    expectWhole()
    expect(readdirSync(join(repoOf(cache), 'snapshots', COMMIT, 'onnx'))).toEqual(['model.onnx'])
    await refused(pull(hub, cache, { model: 'acme/none' }), 'EMBED_HUB_NOT_FOUND')
  })
})
