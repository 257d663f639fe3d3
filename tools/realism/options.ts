import { parseArgs } from 'node:util'
import { type ModelChoice, readOptions as readBenchOptions } from '../bench/ir/options.js'

export interface RealismOptions {
  /** Folder with the real text. */
  readonly data: string
  /** Keep what this run finds as the baseline, and write the page. */
  readonly write: boolean
  /** Where the knowledge bases are built; null: a temporary folder, removed at the end. */
  readonly work: string | null
  /** Measured besides the default, each in a knowledge base of its own. */
  readonly embedders: readonly ModelChoice[]
}

/** The options of a command line; `defaultData` is used when it names no folder. Throws with a message for people. */
export function readRealismOptions(args: readonly string[], defaultData: string): RealismOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      write: { type: 'boolean', default: false },
      work: { type: 'string' },
      embedder: { type: 'string', multiple: true, default: [] },
    },
  })
  const [data = defaultData, ...more] = positionals
  if (more.length > 0) throw new Error(`one folder with real text, found ${positionals.join(', ')}`)
  return {
    data,
    write: values.write,
    work: values.work ?? null,
    embedders: values.embedder.map(readEmbedder),
  }
}

function readEmbedder(text: string): ModelChoice {
  const [embedder] = readBenchOptions(['--embedder', text, 'unused']).embedders
  if (embedder === undefined) throw new Error(`--embedder ${text}: no embedder`)
  return embedder
}
