import { boolean } from '@oclif/core/flags'
import type { Escalation } from '@pinakes/retrieve'
import { CliError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { outputFormat } from '../flags/format.js'
import { notBlank, queryArg, searchFlags, searchOptions } from '../flags/search-flags.js'
import { printSearch } from '../print-search.js'
import { withKb } from '../with-kb.js'

/** `pnk ask`: the evidence for an answer, and what the answer itself would take. Never spends. */
export class Ask extends PnkCommand {
  static override id = 'ask'
  static override summary = 'Gather the evidence for an answer, and say how far it carries'
  static override description =
    'Finds what pnk search finds, with the same options, and says whether it is enough to answer from. It writes no ' +
    'answer, calls no paid service and opens no connection. --deep, which is to write one, is not part of this ' +
    'release and is refused. Finding nothing is an answer, with exit code 0.'
  static override examples = [
    { description: 'Evidence for a question', command: 'pnk ask "who repairs the pump?"' },
    {
      description: 'For a program that writes the answer itself',
      command: 'pnk ask "who repairs the pump?" --json',
    },
    { description: 'To paste into a conversation', command: 'pnk ask "who repairs the pump?" --format md' },
  ]
  static override args = { query: queryArg }
  static override flags = {
    ...searchFlags,
    deep: boolean({ description: 'Have a language model write the answer', default: false, hidden: true }),
  }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Ask)
    if (flags.deep) throw deepIsNotHere()
    const query = notBlank(args.query, 'ask')
    const format = outputFormat(flags, 'ask')
    const options = searchOptions(flags, this.io.signal)
    const result = await withKb({ path: flags.kb, offline: flags.offline }, (kb) => kb.search(query, options))
    const { askPayload, escalationOf } = await import('@pinakes/retrieve')
    printSearch(this.io, result, { format, payload: askPayload, closing: closingLines(escalationOf(result)) })
    return EXIT.ok
  }
}

function closingLines({ branch, work, remedy }: Escalation): string[] {
  if (branch === 'none') return ['no answer was synthesised: there is nothing to answer from']
  return [
    'no answer was synthesised: the passages are the evidence',
    `an answer would take ${work}; it has no price, because pnk ask --deep is not in this release`,
    ...(remedy === null ? [] : ['whether the evidence is enough cannot be told', remedy]),
  ]
}

function deepIsNotHere(): CliError {
  return new CliError({
    code: 'CLI_DEEP_UNAVAILABLE',
    message: '--deep is not part of this release, which writes no answers and spends no money',
    remedy: 'leave --deep out: pnk ask then gives the evidence, free of charge',
  })
}
