import type { DocumentRow, LinkRow } from '@pinakes/index'
import type { DocUlid, KbUlid } from '@pinakes/manifest'
import { kbPicture, type PictureRows } from '../../src/index.js'

export const HERE = '01J00000000000000000000000' as KbUlid
export const THERE = '01J00000000000000000000001' as KbUlid
export const docId = (n: number) => `01J${String(n).padStart(23, '0')}` as DocUlid

export function row(n: number, path: string, more: Partial<DocumentRow> = {}): DocumentRow {
  return {
    id: docId(n),
    path,
    contentHash: '',
    sidecarHash: null,
    mtime: 0,
    sourceType: 'markdown',
    title: `Title ${n}`,
    metadata: '{}',
    state: 'active',
    extractionBackend: null,
    extractionFingerprint: null,
    ...more,
  }
}

export function link(from: number, to: number, more: Partial<LinkRow> = {}): LinkRow {
  const ids = { srcKbId: HERE, srcDocId: docId(from), dstKbId: HERE, dstDocId: docId(to) }
  return { ...ids, rel: 'cites', origin: 'sidecar', ...more }
}

export function rows(documents: readonly DocumentRow[], more: Partial<PictureRows> = {}): PictureRows {
  return { documents, hidden: new Set(), deleted: [], chunks: new Map(), links: [], ...more }
}

export function picture(made: PictureRows, name = 'KB') {
  return kbPicture({ kbId: HERE, name, rows: made, aliases: new Map([[THERE, 'there']]) })
}

/** Every character that DOT, XML or a terminal reads as something else. */
export const HOSTILE = "a\"b\\N\\ <b>&amp; 'x' \u0000\u001b[31m\u202e\n\tz\\"
