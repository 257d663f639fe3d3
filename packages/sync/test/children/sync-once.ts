import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type SyncMode, syncKb } from '../../src/index.js'
import { wordEmbedder } from '../support/word-embedder.js'

/**
 * Syncs the KB named on the command line, and dies by SIGKILL right before the n-th call that would change the disk
 * (0: never); prints how many there were if it lives.
 */
const [root = '', mode = 'full', killAt = '0'] = process.argv.slice(2)

let calls = 0
function mayDie(): void {
  calls++
  if (calls === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

type Functions = Record<string, unknown>

function watch(holder: Functions, names: readonly string[]): void {
  for (const name of names) {
    const original = holder[name] as (...args: unknown[]) => unknown
    holder[name] = function watched(this: unknown, ...args: unknown[]) {
      mayDie()
      return original.apply(this, args)
    }
  }
}

const changing = ['rename', 'link', 'unlink', 'rm', 'mkdir']
watch(fs as unknown as Functions, ['writeFileSync', 'fsyncSync', ...changing.map((name) => `${name}Sync`)])
watch(fs.promises as unknown as Functions, ['open', 'writeFile', ...changing])
syncBuiltinESMExports()

const report = await syncKb(root, {
  mode: mode as SyncMode,
  extractors: [],
  loadEmbedder: async () => {
    const embedder = wordEmbedder()
    // Before the index is written and again before each batch: the commits lie between these and the next file call.
    mayDie()
    return {
      ...embedder,
      embed: (texts, role) => {
        mayDie()
        return embedder.embed(texts, role)
      },
    }
  },
})
console.log(JSON.stringify({ calls, outcome: report.outcome }))
