import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type TinyModel, tinyModelFolder } from './fixture-paths.js'

export const COMMIT = '0123456789abcdef0123456789abcdef01234567'

/** A Hugging Face cache in a temporary folder that `HF_HOME` names while the suite runs. */
export interface ModelCache {
  /** Its `hub/` folder. */
  hub(): string
  /** Lays a small model into it under an id, as `main`; returns the snapshot's folder. */
  add(id: string, model: TinyModel): string
}

/** Makes the cache before all tests of the calling suite and removes it after them. */
export function useModelCache(): ModelCache {
  const before = { HF_HOME: process.env.HF_HOME, HF_HUB_CACHE: process.env.HF_HUB_CACHE }
  let home = ''
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'pinakes-hf-'))
    process.env.HF_HOME = home
    delete process.env.HF_HUB_CACHE
  })
  afterAll(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(home, { recursive: true, force: true })
  })
  const hub = () => join(home, 'hub')
  return { hub, add: (id, model) => layModel(hub(), id, tinyModelFolder(model)) }
}

/** `source` in the layout of the cache: blobs under their checksums, a snapshot of links to them, `refs/main`. */
function layModel(hub: string, id: string, source: string): string {
  const repo = join(hub, `models--${id.replaceAll('/', '--')}`)
  const snapshot = join(repo, 'snapshots', COMMIT)
  mkdirSync(join(repo, 'blobs'), { recursive: true })
  mkdirSync(join(repo, 'refs'), { recursive: true })
  writeFileSync(join(repo, 'refs/main'), COMMIT)
  cpSync(source, snapshot, { recursive: true })
  for (const entry of readdirSync(snapshot, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const blob = join(repo, 'blobs', createHash('sha256').update(readFileSync(path)).digest('hex'))
    renameSync(path, blob)
    symlinkSync(relative(dirname(path), blob), path)
  }
  return snapshot
}
