import { boolean, string } from '@oclif/core/flags'
import { usageError } from '../cli-error.js'

/** `--kb`, on every command that works inside a knowledge base. */
export const kbFlag = string({
  // An unset variable in a script (--kb "$KB") must not mean whatever directory the script happens to run in.
  parse: async (path) => notEmpty(path),
  description: 'Directory of the knowledge base, or any directory inside it; default: the current directory',
  helpValue: 'PATH',
})

/**
 * `path`, unless it is empty.
 * @throws CliError `CLI_USAGE`
 */
export function notEmpty(path: string, remedy = 'name a directory; . is the current one'): string {
  if (path !== '') return path
  throw usageError('the path is empty', null, { remedy })
}

/** `--json`, on every command whose result a program may want. */
export const jsonFlag = boolean({
  description: 'Print one JSON object on stdout; an error is printed as {"error": {code, message, remedy}}',
  default: false,
})

/** `--offline`, where a model is used. It is a promise and changes nothing: only `pnk models pull` fetches weights. */
export const offlineFlag = boolean({
  description:
    'Open no network connection; a model that is not on this machine is reported, and only pnk models pull fetches it',
  default: false,
})

/** `--yes`, on every command that asks. */
export const yesFlag = boolean({
  char: 'y',
  description: 'Answer yes to every question',
  default: false,
})
