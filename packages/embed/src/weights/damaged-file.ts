import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { EmbedError } from '../errors.js'

/** The refusal of a model file that is there and cannot be right. */
export function damagedFile(damage: {
  readonly path: string
  /** As `pnk models pull` takes it. */
  readonly model: string
  readonly fault: string
  readonly cause?: unknown
}): EmbedError {
  const { path, model, fault, cause } = damage
  return new EmbedError({
    code: 'EMBED_MODEL_DAMAGED',
    message: `The model file ${path} is damaged: ${fault}`,
    remedy: `Run \`pnk models pull ${model}\`, which replaces what is damaged, or \`pnk models import FOLDER\`.`,
    details: { path, model, fault },
    cause,
  })
}

/**
 * What is wrong with a file of weights as its first bytes show it, or null: empty, a web page saved in its place, or
 * the pointer that Git LFS leaves.
 */
export function visibleFault(path: string): string | null {
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).size === 0) return 'it is empty'
    const head = Buffer.alloc(64)
    const start = head.toString('latin1', 0, readSync(file, head)).trimStart().toLowerCase()
    if (start.startsWith('<!doctype') || start.startsWith('<html')) return 'it is a web page'
    if (start.startsWith('version https://git-lfs')) return 'it is a Git LFS pointer, not the weights'
    return null
  } finally {
    closeSync(file)
  }
}
