import { readFileSync } from 'node:fs'
import { systemErrorCode } from '@pinakes/manifest'
import { type DoctorCheck, ok, warn } from '../check.js'

const NAME = 'gitignore'
/** The spellings that ignore the state directory (spec: formats §5); a comment is none of them. */
const SPELLINGS: ReadonlySet<string> = new Set([
  '.pinakes',
  '.pinakes/',
  '/.pinakes',
  '/.pinakes/',
  '**/.pinakes/',
])

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

/** True when one line of a `.gitignore` ignores the state directory. */
export function ignoresState(text: string): boolean {
  return text.split(/\r?\n/).some((line) => SPELLINGS.has(line.trim()))
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return ''
    throw error
  }
}
