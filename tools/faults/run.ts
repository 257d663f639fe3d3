/**
 * Disturbs real `pnk` processes and checks that nothing is lost.
 *
 *     node_modules/.bin/tsx tools/faults/run.ts [--kills 500] [--seed 1] [--calls all|N] [--sizes 12]
 *         [--only kill|inject|disk|clock] [--json]
 *
 * Exit 1 if anything was found. Build the packages first. What is checked, and how long it takes: README.md here.
 */
import { parseArgs } from 'node:util'
import { removeBench, setUpBench } from './bench.js'
import { moveClocks } from './clock.js'
import { figureLines } from './figures.js'
import { fillDisks } from './full-disk.js'
import { injectFaults } from './inject.js'
import { killRandomly } from './kill.js'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: 'all' },
    sizes: { type: 'string', default: '12' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const wanted = (name: string) => values.only === undefined || values.only === name
const most = values.calls === 'all' ? Number.POSITIVE_INFINITY : Number(values.calls)

const started = performance.now()
const bench = await setUpBench()
try {
  const figures = {
    seed: Number(values.seed),
    kill: wanted('kill') ? await killRandomly(bench, Number(values.kills), Number(values.seed)) : null,
    inject: wanted('inject') ? await injectFaults(bench, most) : null,
    disk: wanted('disk') ? await fillDisks(bench, Number(values.sizes)) : null,
    clock: wanted('clock') ? await moveClocks(bench) : null,
    seconds: Math.round((performance.now() - started) / 1000),
  }
  console.log(values.json ? JSON.stringify(figures) : figureLines(figures).join('\n'))
  const found = [figures.kill, figures.inject, figures.disk, figures.clock].flatMap(
    (part) => part?.findings ?? [],
  )
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  removeBench(bench)
}
