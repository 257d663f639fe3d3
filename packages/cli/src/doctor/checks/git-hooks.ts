import { isPinakesError } from '@pinakes/manifest'
import { hookPlace } from '../../hooks/hook-directory.js'
import { readHooks } from '../../hooks/read-hooks.js'
import { count } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'git hooks'

/** How many of the three hooks are installed, whole and executable; and that they can never spend. */
export const gitHooksCheck: DoctorCheck = {
  name: NAME,
  needs: 'nothing',
  run(context) {
    try {
      const hooks = readHooks(hookPlace(context.git()))
      const missing = hooks.filter(({ state }) => state !== 'installed').map(({ name }) => name)
      return [
        installedRow(hooks.length, missing),
        ok('machine-driven spend', 'none: hooks and CI force the free extractor'),
      ]
    } catch (error) {
      if (isPinakesError(error, 'CLI_GIT_NO_REPOSITORY')) {
        return warn(NAME, 'not in a git repository', 'run git init, or run pnk sync from a scheduler')
      }
      if (isPinakesError(error, 'CLI_GIT_MISSING')) {
        return warn(NAME, 'git is not on PATH', 'install git, or run pnk sync from a scheduler')
      }
      throw error
    }
  },
}

function installedRow(all: number, missing: readonly string[]): CheckResult {
  if (missing.length === 0) return ok(NAME, `${count(all, 'hook')} installed`)
  const detail = `${all - missing.length} of ${count(all, 'hook')} installed; not: ${missing.join(', ')}`
  return warn(NAME, detail, 'pnk install-hooks')
}
