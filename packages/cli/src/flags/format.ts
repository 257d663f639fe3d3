import { option } from '@oclif/core/flags'
import { usageError } from '../cli-error.js'
import { jsonFlag } from './common.js'

const FORMATS = ['human', 'json', 'files', 'md'] as const

/** How an answer is printed. */
export type OutputFormat = (typeof FORMATS)[number]

/** `--format`, and `--json` as its short form; an error is JSON under both. */
export const formatFlags = {
  json: jsonFlag,
  format: option({
    description:
      'How to print: human; json, which --json is short for; files, each path once, best first; md, Markdown with ' +
      'every passage in a fence that it cannot close. Default: human',
    options: FORMATS,
  })(),
}

/** The one format that the options ask for. @throws CliError `CLI_USAGE` when they ask for two */
export function outputFormat(
  flags: { readonly json: boolean; readonly format?: OutputFormat | undefined },
  command: string,
): OutputFormat {
  if (flags.json && flags.format !== undefined && flags.format !== 'json') {
    throw usageError(`--json and --format ${flags.format} exclude each other`, command, {
      remedy: 'give only one of them',
    })
  }
  return flags.json ? 'json' : (flags.format ?? 'human')
}
