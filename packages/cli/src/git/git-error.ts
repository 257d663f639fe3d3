import { displayPath } from '@pinakes/manifest'
import { CliError } from '../cli-error.js'

export function gitMissing(): CliError {
  return new CliError({
    code: 'CLI_GIT_MISSING',
    message: 'git is not on PATH',
    remedy: 'install git, or leave out what needs it; pnk sync works without git',
  })
}

export function notARepository(root: string): CliError {
  return new CliError({
    code: 'CLI_GIT_NO_REPOSITORY',
    message: `${displayPath(root)} is not in a git repository`,
    remedy: 'run git init there; without git, run pnk sync from cron or another scheduler',
    details: { root },
  })
}

/** `text` is what git said on stderr. */
export function gitFailed(command: string, text: string): CliError {
  return new CliError({
    code: 'CLI_GIT_FAILED',
    message: `git ${command} failed: ${text.trim() || 'it did not say why'}`,
    remedy: 'see what git says; pnk sync without --stage works without git',
    details: { command },
  })
}
