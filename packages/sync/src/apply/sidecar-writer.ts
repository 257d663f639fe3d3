import { lstatSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type DocUlid,
  displayPath,
  formatKbTimestamp,
  type KbUlid,
  pathOfKey,
  sidecarPath,
  startWriteBatch,
  syncDirectory,
} from '@pinakes/manifest'
import { mintSidecar, readSidecar, type SidecarFile } from '@pinakes/sidecar'
import { SyncError } from '../errors.js'
import type { ReportBuilder } from '../report/report-builder.js'

/** A sidecar that is in place, with the id it carries. */
export interface PlacedSidecar {
  readonly id: DocUlid
  readonly file: SidecarFile
}

/**
 * Writes the sidecars of a run: never over anything, each complete or absent at every instant. Directories are fsynced
 * by {@link SidecarWriter.flush}, once each.
 */
export class SidecarWriter {
  readonly #batch = startWriteBatch()
  readonly #moved = new Set<string>()

  constructor(
    private readonly root: string,
    private readonly owner: KbUlid,
    private readonly report: ReportBuilder,
  ) {}

  /**
   * Creates the sidecar of the document at `key`. A writer that came first wins, and its id counts. Rejects as
   * `mintSidecar` does.
   */
  async create(
    key: string,
    fresh: { readonly id: DocUlid; readonly title: string | null; readonly restored: boolean },
  ): Promise<PlacedSidecar> {
    const { restored, ...identity } = fresh
    const created = formatKbTimestamp(new Date())
    const { id, minted, file } = await mintSidecar(
      sidecarPath(pathOfKey(this.root, key)),
      { ...identity, created },
      { owner: this.owner, create: (path, text) => this.#batch.create(path, text) },
    )
    if (restored && id !== fresh.id) throw changed(sidecarPath(key))
    if (minted) this.report.sidecars[restored ? 'restored' : 'written'].push(sidecarPath(key))
    return { id, file }
  }

  /**
   * Gives the sidecar at `from`, if it still carries `id`, the name of the document at `key`; its bytes stay. By a
   * rename: at no instant is the id in two files, which the next sync would have to refuse.
   */
  async move(from: string, key: string, id: DocUlid): Promise<PlacedSidecar> {
    const source = pathOfKey(this.root, from)
    const target = sidecarPath(pathOfKey(this.root, key))
    const file = readSidecar(source, this.owner)
    if (file.sidecar.id !== id) throw changed(from)
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) throw changed(sidecarPath(key))
    await rename(source, target)
    this.#moved.add(dirname(source)).add(dirname(target))
    this.report.sidecars.moved.push(sidecarPath(key))
    return { id, file: { ...file, path: target } }
  }

  /** Makes everything written so far durable. */
  async flush(): Promise<void> {
    await this.#batch.flush()
    for (const directory of this.#moved) await syncDirectory(directory)
    this.#moved.clear()
  }
}

function changed(key: string): SyncError {
  return new SyncError({
    code: 'SYNC_SIDECAR_CHANGED',
    message: `${displayPath(key)}: changed while the sync ran`,
    remedy: 'Run `pnk sync` again.',
    details: { path: key },
  })
}
