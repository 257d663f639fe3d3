import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import { expect } from 'vitest'
import { type PulledModel, type PullRequest, pullModel } from '../../src/hub/pull.js'
import type { LoopbackHub } from './loopback-hub.js'
import { MODEL } from './model-files.js'

export interface PullOptions extends Partial<Omit<PullRequest, 'settings'>> {
  readonly env?: Record<string, string>
}

/** Pulls the small model from the loopback hub. Pauses are taken down and not waited for. */
export function pull(
  hub: LoopbackHub,
  cache: string,
  { env, ...request }: PullOptions = {},
): Promise<PulledModel> {
  return pullModel({
    model: MODEL,
    revision: null,
    settings: hub.settings(cache, env),
    pause: async () => undefined,
    ...request,
  })
}

/** The error that `work` ends with, which has to have this code. */
export async function refused(work: Promise<unknown>, code: string) {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!isPinakesError(error)) throw error ?? new Error(`expected ${code}, and it succeeded`)
  expect(error.code, error.message).toBe(code)
  return error
}

export function repoOf(cache: string, model = MODEL): string {
  return join(cache, `models--${model.replace('/', '--')}`)
}

/** Names in `blobs/`, sorted; partial files are among them. */
export function blobs(cache: string): string[] {
  const folder = join(repoOf(cache), 'blobs')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

export function mainRef(cache: string): string | null {
  const path = join(repoOf(cache), 'refs/main')
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** A file of the snapshot, links followed. */
export function snapshotBytes(cache: string, commit: string, path: string): Buffer {
  return readFileSync(join(repoOf(cache), 'snapshots', commit, path))
}
