/**
 * Preload (`node --import record-access.mjs`, beside tools/gates/paid/recorder.mjs) that writes down every file whose
 * content or listing a process reads or changes through Node, and every process it starts. Lines of the log
 * (`PINAKES_RECORDER_LOG`): `file <absolute path>`, `process <command and arguments as JSON>`. Looks that give
 * no content away (`stat`, `access`, `readlink`) are left out: to resolve a path is to look at its parents.
 */
import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const log = process.env.PINAKES_RECORDER_LOG
const { appendFileSync } = fs
const record = (line) => appendFileSync(log, `${line}\n`)

const ONE_PATH = [
  ...[
    'open',
    'readFile',
    'writeFile',
    'appendFile',
    'readdir',
    'opendir',
    'mkdir',
    'mkdtemp',
    'rm',
    'rmdir',
    'unlink',
  ],
  ...[
    'truncate',
    'chmod',
    'chown',
    'utimes',
    'lutimes',
    'createReadStream',
    'createWriteStream',
    'watch',
    'cp',
  ],
]
const TWO_PATHS = ['rename', 'link', 'copyFile', 'cp']

function pathOf(value) {
  if (value instanceof URL) return fileURLToPath(value)
  if (Buffer.isBuffer(value)) return value.toString()
  return typeof value === 'string' ? value : null
}

function wrap(owner, name) {
  const original = owner[name]
  if (typeof original !== 'function') return
  const count = TWO_PATHS.includes(name.replace('Sync', '')) ? 2 : 1
  owner[name] = Object.assign(function (...args) {
    for (const path of args.slice(0, count).map(pathOf)) {
      if (path !== null && path !== log) record(`file ${JSON.stringify(resolve(path))}`)
    }
    return original.apply(this, args)
  }, original)
}

for (const name of [...ONE_PATH, ...TWO_PATHS]) {
  for (const [owner, called] of [
    [fs, name],
    [fs, `${name}Sync`],
    [fs.promises, name],
  ])
    wrap(owner, called)
}
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  const original = childProcess[name]
  childProcess[name] = function (command, args, ...rest) {
    record(`process ${JSON.stringify([command, ...(Array.isArray(args) ? args : [])])}`)
    return original.call(this, command, args, ...rest)
  }
}
syncBuiltinESMExports()
