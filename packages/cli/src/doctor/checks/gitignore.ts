import { ignoresState, readGitignore } from '../../init/gitignore.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'gitignore'

/** The derived state stays out of version control. */
export const gitignoreCheck: DoctorCheck = {
  name: NAME,
  needs: 'nothing',
  run(context) {
    if (ignoresState(readGitignore(context.paths.gitignore))) return ok(NAME, 'ignores .pinakes/')
    return warn(
      NAME,
      'does not ignore .pinakes/, which is derived and never committed',
      "echo '.pinakes/' >> .gitignore",
    )
  },
}
