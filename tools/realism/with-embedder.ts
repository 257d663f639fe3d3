import { modelLines } from '../bench/ir/knowledge-base.js'
import type { ModelChoice } from '../bench/ir/options.js'

/** The manifest with another `[embedding]` table. Throws when it has none. */
export function withEmbedder(manifest: string, embedder: ModelChoice): string {
  const tables = manifest.split(/^(?=\[)/m)
  const at = tables.findIndex((table) => table.startsWith('[embedding]'))
  if (at < 0) throw new Error('the manifest has no [embedding] table')
  return tables.with(at, `[embedding]\n${modelLines(embedder)}dim = ${embedder.dim}\n\n`).join('')
}
