/** publint and are-the-types-wrong over the packed tarballs: what users would get, not what lies in the tree. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll, REPO_ROOT } from './pack.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'pinakes-publint-'))
let failed = 0
try {
  for (const [name, tarball] of packAll(scratch)) {
    const checks = [['publint', ['run', tarball, '--strict']]]
    // A model package holds data and no module, so there are no types to check.
    if (!name.startsWith('@pinakes/model-'))
      checks.push(['attw', [tarball, '--profile', 'esm-only', '--no-emoji']])
    for (const [tool, args] of checks) {
      const done = spawnSync(join(REPO_ROOT, 'node_modules/.bin', tool), args, { encoding: 'utf8' })
      if (done.status === 0) continue
      failed += 1
      console.error(`${tool} ${name}\n${done.stdout}${done.stderr}`)
    }
  }
  console.log(failed === 0 ? 'publint, attw: ok' : `publint, attw: ${failed} failed`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
