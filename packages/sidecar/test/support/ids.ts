import type { DocUlid, KbUlid } from '@pinakes/manifest'
import type { SidecarContext } from '../../src/index.js'

export const ID = '01JV3M8Q6ZT4XN0R5K7WBYC2DE' as DocUlid
export const KB = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as KbUlid
export const OTHER_KB = '01JV3K2H8M5Q9T1X4Z7B0D3F7H' as KbUlid
export const DOC = '01JV3MA0N4R8V2Y6C1E5H9K3P7' as DocUlid
export const DOC_2 = '01JV3MA0N4R8V2Y6C1E5H9K3P8' as DocUlid
export const DOC_3 = '01JV3MA0N4R8V2Y6C1E5H9K3P9' as DocUlid

export const CONTEXT: SidecarContext = { path: 'docs/a.md.pnk.yaml', owner: KB }

/** A resolved link target. */
export function uri(doc: string = DOC, kb: string = KB): string {
  return `pnk://${kb}/${doc}`
}
