import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createIndex, type IndexWriter } from '@pinakes/index'
import type { DocUlid, KbUlid, LinkedKb } from '@pinakes/manifest'
import { afterEach } from 'vitest'

export const HERE = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as KbUlid
export const THERE = '01JV3K2H8M5Q9T1X4Z7B0D3F6H' as KbUlid

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

/** The id of the n-th document. */
export function docId(n: number): DocUlid {
  return `01J${String(n).padStart(23, '0')}` as DocUlid
}

/** A sidecar of document `n` with links to `to`, each `[uri, rel]`. */
export function sidecar(n: number, ...to: readonly (readonly [string, string])[]): string {
  const links = to.map(([uri, rel]) => `- to: ${uri}\n  rel: ${JSON.stringify(rel)}\n`).join('')
  return `id: ${docId(n)}\n${links === '' ? '' : `links:\n${links}`}`
}

export const here = (n: number): string => `pnk://${HERE}/${docId(n)}`

/** A resolved folder that goes when the test ends. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'pnk-scan-')))
  cleanups.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [key, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, key)), { recursive: true })
    writeFileSync(join(root, key), text)
  }
}

export function manifestOf(id: string, sources = ''): string {
  return `[kb]\nname = "There"\nid = "${id}"\n\n[sources]\n${sources}\n\n[future]\nkey = 1\n`
}

/** A KB beside the one that scans, and that one's empty index. */
export interface Pair {
  /** The folder of both. */
  readonly both: string
  readonly root: string
  readonly there: string
  readonly linked: LinkedKb
  readonly index: IndexWriter
}

export function pair(files: Readonly<Record<string, string>> = {}, sources = ''): Pair {
  const both = folder()
  const [root, there] = [join(both, 'here'), join(both, 'there')]
  mkdirSync(root)
  mkdirSync(join(there, 'docs'), { recursive: true })
  put(there, { 'pinakes.toml': manifestOf(THERE, sources), ...files })
  const index = createIndex(join(both, 'index.db'), {
    identity: {
      embedding: { provider: 'test', model: 'words', dim: 4, revision: null, fingerprint: null },
      chunking: { headings: 'none', metadata: 'off', maxTokens: 510, overlap: 64 },
    },
  })
  cleanups.push(() => index.close())
  return { both, root, there, linked: { id: THERE, name: 'there', path: '../there' }, index }
}
