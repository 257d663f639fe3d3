import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that looks like a KB, removed after the test. */
export interface TempKb {
  readonly root: string
  /** The path of a sidecar in `docs/`. */
  readonly sidecar: string
}

/** Makes a KB folder, with `text` as its sidecar's content unless null. */
export function tempKb(text: string | null): TempKb {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pinakes-sidecar-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'docs'))
  const sidecar = join(root, 'docs', 'a.md.pnk.yaml')
  if (text !== null) writeFileSync(sidecar, text)
  return { root, sidecar }
}
