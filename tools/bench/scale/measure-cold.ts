import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ColdResult, quantile } from './results.js'

const SCRIPT = fileURLToPath(new URL('cold.mjs', import.meta.url))

interface Printed {
  readonly load: number
  readonly open: number
  readonly vector: number
  readonly lexical: number
  readonly rssBytes: number
}

/** Medians of `processes` processes that search once each; the file is in the system's cache. */
export function measureCold(root: string, tier: ColdResult['tier'], processes: number): ColdResult {
  const runs = Array.from({ length: processes }, () => {
    const started = performance.now()
    const printed = JSON.parse(
      execFileSync(process.execPath, [SCRIPT, root, tier], { encoding: 'utf8' }),
    ) as Printed
    return { ...printed, process: performance.now() - started }
  })
  const median = (of: (run: Printed & { readonly process: number }) => number) => quantile(runs.map(of), 0.5)
  return {
    tier,
    open: median((run) => run.open),
    vector: median((run) => run.vector),
    lexical: median((run) => run.lexical),
    process: median((run) => run.process),
    rssBytes: median((run) => run.rssBytes),
  }
}
