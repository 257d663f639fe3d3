import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mintUlid } from '@pinakes/manifest'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchKb } from '../../src/watch/watch-kb.js'
import { syncReport } from '../output/fixtures.js'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'pnk-watch-')))
  mkdirSync(join(root, 'docs'))
  const template = fileURLToPath(new URL('../../../../corpora/demo-kb/pinakes.toml', import.meta.url))
  writeFileSync(
    join(root, 'pinakes.toml'),
    readFileSync(template, 'utf8').replace(/^id = .*$/m, `id = "${mintUlid()}"`),
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('comes to rest after a sync that writes sidecars and state', async () => {
  const controller = new AbortController()
  let runs = 0
  const sync = async () => {
    runs++
    mkdirSync(join(root, '.pinakes'), { recursive: true })
    // State is written by every run, a sidecar by the first alone, as a real sync does.
    writeFileSync(join(root, '.pinakes/index.db'), String(runs))
    if (runs === 1) writeFileSync(join(root, 'docs/a.md.pnk.yaml'), `id: ${mintUlid()}\n`)
    return syncReport()
  }
  const silent = { onReady: () => undefined, onReport: () => undefined, onRefusal: () => undefined }
  const watch = watchKb({ root, signal: controller.signal, sync, ...silent })
  while (runs < 2) await sleep(10)
  // Five times as long as it has to be quiet for another run.
  await sleep(1500)
  expect(runs).toBe(2)
  controller.abort()
  await watch
})

it('hands a refusal on and runs again after the next change', async () => {
  const controller = new AbortController()
  const refusals: unknown[] = []
  let runs = 0
  const watch = watchKb({
    root,
    signal: controller.signal,
    sync: async () => {
      if (++runs === 1) throw new Error('refused')
      controller.abort()
      return syncReport()
    },
    onReady: () => undefined,
    onReport: () => undefined,
    onRefusal: (error) => {
      refusals.push(error)
      writeFileSync(join(root, 'docs/a.md'), 'text\n')
    },
  })
  await watch
  expect(refusals).toEqual([new Error('refused')])
  expect(runs).toBe(2)
})

it('ends at once for a signal that came before it', async () => {
  const controller = new AbortController()
  controller.abort()
  let runs = 0
  const sync = async () => {
    runs++
    return syncReport()
  }
  const silent = { onReady: () => undefined, onReport: () => undefined, onRefusal: () => undefined }
  await watchKb({ root, signal: controller.signal, sync, ...silent })
  expect(runs).toBe(0)
})
