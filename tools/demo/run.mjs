/** The tour of the README, run for real on the demo knowledge base. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pnk = 'packages/cli/bin/run.js'
const kb = 'corpora/demo-kb'

const tour = [
  ['sync', '--kb', kb],
  ['search', '--kb', kb, '-k', '2', 'person who tends the beacon on the rock'],
  ['search', '--kb', kb, '-k', '1', 'DEC-0054'],
  ['search', '--kb', kb, '-k', '1', '--tag', 'ferry', 'Ruan Pell'],
  ['get', '--kb', kb, 'docs/decisions/DEC-0053.md'],
]

const shown = (word) => (/[\s*]/.test(word) ? `"${word}"` : word)

for (const args of tour) {
  console.log(`\n$ pnk ${args.map(shown).join(' ')}`)
  const done = spawnSync(process.execPath, [pnk, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

console.log(`
Nothing left this machine. Ask your own question:

  node ${pnk} search --kb ${kb} "why may nobody land on Hull Rock"

or make a knowledge base of your own folder:

  node ${pnk} init path/to/folder
  node ${pnk} sync --kb path/to/folder
  node ${pnk} search --kb path/to/folder "your question"`)
