import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPO_ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a program and returns its stdout; throws with everything it printed when it fails. */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options })
  if (done.error) throw done.error
  if (done.status !== 0) {
    throw new Error(`${program} ${args.join(' ')} exited with ${done.status}\n${done.stdout}\n${done.stderr}`)
  }
  return done.stdout
}

/** Packs every publishable package into `folder`; returns name → tarball path. */
export function packAll(folder) {
  mkdirSync(folder, { recursive: true })
  const tarballs = new Map()
  for (const name of readdirSync(join(REPO_ROOT, 'packages')).sort()) {
    const cwd = join(REPO_ROOT, 'packages', name)
    const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
    if (manifest.private) continue
    const before = new Set(readdirSync(folder))
    run('pnpm', ['pack', '--pack-destination', folder], { cwd })
    const [tarball] = readdirSync(folder).filter((file) => !before.has(file))
    tarballs.set(manifest.name, join(folder, tarball))
  }
  return tarballs
}
