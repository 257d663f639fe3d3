import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DocUlid, type KbUlid, loadManifest, mintUlid } from '@pinakes/manifest'
import { afterEach } from 'vitest'
import type { LinkingKb } from '../../src/index.js'

const rooms: string[] = []
afterEach(() => {
  for (const room of rooms.splice(0)) rmSync(room, { recursive: true, force: true })
})

/** A knowledge base on disk: a manifest, documents, sidecars. */
export interface DiskKb {
  readonly root: string
  readonly id: KbUlid
  /** Writes a document, and a sidecar unless `sidecar` is null; returns its id. */
  put(path: string, options?: { readonly id?: DocUlid; readonly sidecar?: string | null }): DocUlid
  read(path: string): string
  /** As a program opens it. */
  open(): LinkingKb
}

/** An empty directory, resolved, that is removed after the test. */
export function room(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'pnk-links-')))
  rooms.push(path)
  return path
}

/** A knowledge base at `root` with these linked ones. */
export function diskKb(
  root: string,
  linked: readonly { readonly name: string; readonly id: string; readonly path: string }[] = [],
  id: KbUlid = mintUlid<'kb'>(),
): DiskKb {
  mkdirSync(root, { recursive: true })
  const entries = linked.map(
    (kb) =>
      `[[links.kb]]\nid = "${kb.id}"\nname = ${JSON.stringify(kb.name)}\npath = ${JSON.stringify(kb.path)}\n`,
  )
  const head = `[kb]\nname = "test"\nid = "${id}"\n[sources]\n[embedding]\nprovider = "static"\nmodel = "m"\ndim = 8\n`
  writeFileSync(join(root, 'pinakes.toml'), head + entries.join(''))
  return {
    root,
    id,
    put(path, { id: docId = mintUlid<'document'>(), sidecar = `id: ${docId}\n` } = {}) {
      const file = join(root, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `# ${path}\n`)
      if (sidecar !== null) writeFileSync(`${file}.pnk.yaml`, sidecar)
      return docId
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    open: () => ({ root, manifest: loadManifest(root) }),
  }
}

/** The code of the refusal of `call`; null if it went well. */
export async function codeOf(call: Promise<unknown>): Promise<string | null> {
  return (await refusalOf(call))?.code ?? null
}

export async function refusalOf(call: Promise<unknown>) {
  try {
    await call
    return null
  } catch (error) {
    return error as { readonly code: string; readonly message: string; readonly remedy: string }
  }
}
