/** The tour of the README, run for real on the demo knowledge base. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { KB, TOUR, typed } from './tour.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pnk = 'packages/cli/bin/run.js'

for (const args of TOUR) {
  console.log(`\n$ ${typed(args)}`)
  const done = spawnSync(process.execPath, [pnk, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

console.log(`
Nothing left this machine. Ask your own question:

  node ${pnk} search --kb ${KB} "why may nobody land on Hull Rock"

or make a knowledge base of your own folder:

  node ${pnk} init path/to/folder
  node ${pnk} sync --kb path/to/folder
  node ${pnk} search --kb path/to/folder "your question"`)
