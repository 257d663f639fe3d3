import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './pack.mjs'

/**
 * Installs tarballs with npm into an empty folder, as a user would: `@pinakes/cli` is asked for, and its
 * siblings, which no registry has yet, come from their tarballs.
 * @returns {{ node: string, bin: string, seconds: number }} the Node to run, the entry script, the time npm took
 */
export function installPacked({ folder, home, tarballs, withNode = null }) {
  mkdirSync(folder, { recursive: true })
  mkdirSync(home, { recursive: true })
  const fromTarballs = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'newcomer', private: true, dependencies: fromTarballs, overrides: fromTarballs }),
  )
  let node = process.execPath
  let path = process.env.PATH
  if (withNode !== null) {
    const beside = join(home, `node-${withNode}`)
    mkdirSync(beside, { recursive: true })
    writeFileSync(join(beside, 'package.json'), '{"private":true}')
    run('npm', ['install', '--no-audit', '--no-fund', `node@${withNode}`], { cwd: beside })
    node = join(beside, 'node_modules/node/bin/node')
    path = `${join(beside, 'node_modules/node/bin')}:${path}`
  }
  const started = performance.now()
  run('npm', ['install', '--no-audit', '--no-fund', '--omit=dev'], {
    cwd: folder,
    env: { ...process.env, HOME: home, PATH: path },
  })
  const seconds = (performance.now() - started) / 1000
  return { node, bin: join(folder, 'node_modules/@pinakes/cli/bin/run.js'), seconds }
}

/** Bytes of all files below a folder, links not followed. */
export function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}

/** Runs an installed command under the recorder, network refused; returns status and output. */
export function pnkRefusingNetwork({ node, bin, args, cwd, home, recorder, log }) {
  return spawnSync(node, ['--import', recorder, bin, ...args], {
    cwd,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      PINAKES_RECORDER_LOG: log,
      NODE_OPTIONS: `--import ${recorder}`,
    },
  })
}
