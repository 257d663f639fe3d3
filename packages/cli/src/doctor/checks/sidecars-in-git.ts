import { displayPath, isPinakesError, sidecarPath } from '@pinakes/manifest'
import { type Git, zeroSeparated } from '../../git/git.js'
import { count, firstFew, shellWord } from '../../output/lines.js'
import { type CheckResult, type DoctorCheck, ok, warn } from '../check.js'
import type { DoctorContext } from '../context.js'
import type { Survey } from '../survey.js'

const NAME = 'sidecars in git'

/** Sidecars travel with their documents: a clone without them would give every document another id. */
export const sidecarsInGitCheck: DoctorCheck = {
  name: NAME,
  needs: 'manifest',
  async run(context) {
    const git = repository(context)
    if (git === null) return []
    return gitRows(await context.survey(), filesOf(git))
  },
}

/** Paths below the knowledge base as git knows them. */
export interface GitFiles {
  readonly tracked: readonly string[]
  /** Not tracked, and kept out by an ignore rule. */
  readonly ignored: readonly string[]
}

function filesOf(git: Git): GitFiles {
  const list = (...args: string[]) => zeroSeparated(git.run(['ls-files', '-z', ...args]))
  return {
    tracked: list('--cached'),
    ignored: list('--others', '--ignored', '--exclude-standard', '--', '.'),
  }
}

/** Null where there is no git, or no repository: the row of the hooks says so. */
function repository(context: DoctorContext): Git | null {
  try {
    return context.git()
  } catch (error) {
    if (isPinakesError(error, 'CLI_GIT_NO_REPOSITORY') || isPinakesError(error, 'CLI_GIT_MISSING'))
      return null
    throw error
  }
}

/** A sidecar that is as new to git as its document is no finding: the next commit takes both. */
export function gitRows(
  { sidecars, broken, documents }: Pick<Survey, 'sidecars' | 'broken' | 'documents'>,
  files: GitFiles,
): CheckResult[] {
  const tracked = new Set(files.tracked.map(normal))
  const ignored = new Set(files.ignored.map(normal))
  const all = [...sidecars, ...broken].map(({ path }) => path)
  const hidden = all.filter((path) => ignored.has(normal(path)))
  const beside = new Set([...documents].filter((path) => tracked.has(normal(path))).map(sidecarPath))
  const left = all.filter(
    (path) => beside.has(path) && !tracked.has(normal(path)) && !ignored.has(normal(path)),
  )
  if (hidden.length + left.length === 0)
    return [ok(NAME, 'none is ignored, and none left behind by its document')]
  return [
    ...row(
      hidden,
      'ignored by git',
      'take the pattern out of .gitignore (git check-ignore -v names it), then git add',
    ),
    ...row(
      left,
      'not in git, though the document is',
      `git add ${left.slice(0, 3).map(shellWord).join(' ')}`,
    ),
  ]
}

/** Some systems hand names on in another Unicode form than the disk holds. */
function normal(path: string): string {
  return path.normalize('NFC')
}

function row(paths: readonly string[], what: string, remedy: string): CheckResult[] {
  if (paths.length === 0) return []
  return [
    warn(NAME, `${count(paths.length, 'sidecar')} ${what}: ${firstFew(paths.map(displayPath))}`, remedy),
  ]
}
