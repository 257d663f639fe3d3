import { readFileSync } from 'node:fs'
import { systemErrorCode } from '@pinakes/manifest'
import { ignoresState } from '../../init/gitignore.js'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'gitignore'
/** The derived state stays out of version control. */
export const gitignoreCheck: DoctorCheck = {
  name: NAME,
  needs: 'nothing',
  run(context) {
    if (ignoresState(readIfThere(context.paths.gitignore))) return ok(NAME, 'ignores .pinakes/')
    return warn(
      NAME,
      'does not ignore .pinakes/, which is derived and never committed',
      "echo '.pinakes/' >> .gitignore",
    )
  },
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return ''
    throw error
  }
}
