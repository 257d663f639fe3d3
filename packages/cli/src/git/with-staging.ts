import type { DocumentScope, SyncReport } from '@pinakes/sync'
import { gitOfRepository } from './git.js'
import type { Environment } from './git-environment.js'
import { stageSidecars } from './stage-sidecars.js'
import { stagedFiles } from './staged-files.js'

/**
 * The report of `sync` over what is staged in git at `root`; the sidecars of that are staged afterwards, also where some
 * document failed.
 * @throws CliError `CLI_GIT_MISSING`, `CLI_GIT_NO_REPOSITORY`, `CLI_GIT_FAILED`
 */
export async function withStaging(
  root: string,
  env: Environment,
  sync: (scope: DocumentScope) => Promise<SyncReport>,
): Promise<SyncReport> {
  const git = gitOfRepository(root, env, process.cwd())
  const staged = stagedFiles(git)
  const report = await sync(staged)
  if (report.outcome === 'busy') return report
  // A sidecar that cannot be read is no part of what the user meant to commit.
  const failed = new Set(report.failed.map(({ path }) => path))
  stageSidecars(git, { ...staged, added: new Set([...staged.added].filter((path) => !failed.has(path))) })
  return report
}
