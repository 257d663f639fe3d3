import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { damagedTable } from './damaged.js'
import { locateStaticModel, missingModel, staticModelPackage } from './locate.js'
import { HEADER_BYTES, parseTableHeader } from './table-header.js'

/** A static model whose every byte was checked. */
export interface VerifiedStaticModel {
  readonly model: string
  readonly path: string
  readonly bytes: number
  /** As in `ModelInfo.fingerprint`. */
  readonly fingerprint: string
}

/**
 * The model, after its whole file was read and its checksum compared with the header (some 10 ms). Loading checks
 * size and header alone.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN`, `EMBED_MODEL_MISSING`, `EMBED_MODEL_DAMAGED`
 */
export function verifyStaticModel(
  model = 'pinakes/static-en',
  path: string = locateStaticModel(model),
): VerifiedStaticModel {
  const bytes = read(model, path)
  const header = parseTableHeader(bytes.subarray(0, HEADER_BYTES), bytes.length)
  if ('fault' in header) throw damagedTable(path, header.fault)
  const found = createHash('sha256').update(bytes.subarray(HEADER_BYTES)).digest('hex')
  if (found !== header.payloadSha256) {
    throw damagedTable(path, `its checksum should be ${header.payloadSha256} and is ${found}`)
  }
  return { model, path, bytes: bytes.length, fingerprint: `sha256:${found}` }
}

function read(model: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw missingModel(staticModelPackage(model), error)
    throw damagedTable(path, `it cannot be read (${code ?? String(error)})`, error)
  }
}
