import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKb } from '@pinakes/retrieve'
import { type Comparison, compareStored, type Evaluation, evaluateKb } from '@pinakes/retrieve/eval'
import { indexKb } from '../bench/ir/knowledge-base.js'

export interface Measurement {
  readonly evaluation: Evaluation
  /** Against the committed baseline. */
  readonly comparison: Comparison | null
}

/**
 * The golden set of the KB at `root`, asked of a fresh copy that the real sync indexes; the KB itself stays as it is.
 * With `manifest`, the copy has that one. Throws when a document cannot be indexed or there are no questions.
 */
export async function evaluateCopy(root: string, manifest: string | null = null): Promise<Measurement> {
  const copy = mkdtempSync(join(tmpdir(), 'pnk-quality-'))
  try {
    cpSync(root, copy, { recursive: true, filter: (path) => !path.endsWith('.pinakes') })
    if (manifest !== null) writeFileSync(join(copy, 'pinakes.toml'), manifest)
    await indexKb(copy)
    const kb = await openKb(copy)
    try {
      const evaluation = await evaluateKb(kb)
      if (evaluation === null) throw new Error(`the golden set of ${root} is empty`)
      return { evaluation, comparison: compareStored(copy, evaluation) }
    } finally {
      await kb.close()
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
