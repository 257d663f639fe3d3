import { PnkCommand } from '../command.js'
import { hasCommand } from '../command-ids.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { outputFormat } from '../flags/format.js'
import { notBlank, queryArg, searchFlags, searchOptions } from '../flags/search-flags.js'
import { printSearch } from '../print-search.js'
import { withKb } from '../with-kb.js'

/** `pnk search`: the passages that best match a query, each with its citation. */
export class Search extends PnkCommand {
  static override id = 'search'
  static override summary = 'Find the passages that best match a query, each with its citation'
  static override description =
    'Searches words (BM25) and meaning (vectors) at once, on this machine and free of charge. Nothing of the query ' +
    'is syntax: quotes, AND, * and dashes are ordinary text. Finding nothing is an answer, with exit code 0.'
  static override examples = [
    {
      description: 'Search the knowledge base around the current directory',
      command: 'pnk search "who repairs the pump"',
    },
    {
      description: 'For a program, at most 2000 tokens of whole passages',
      command: 'pnk search pump --json --max-tokens 2000',
    },
    {
      description: 'Only some documents',
      command: 'pnk search pump --path docs/manuals/ --tag water --after 20250101',
    },
    { description: 'The files to look into, best first', command: 'pnk search pump --format files' },
    {
      description: 'With a name and an idea beside the words',
      command: 'pnk search "who repairs it" --entity "Gannet Light" --concept maintenance',
    },
    { description: 'A query that starts with a dash', command: 'pnk search -- -rf' },
  ]
  static override args = { query: queryArg }
  static override flags = searchFlags

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Search)
    const query = notBlank(args.query, 'search')
    const format = outputFormat(flags, 'search')
    const options = searchOptions(flags, this.io.signal)
    const result = await withKb({ path: flags.kb, offline: flags.offline }, (kb) => kb.search(query, options))
    const { searchPayload } = await import('@pinakes/retrieve')
    const isUnsettled = result.confidence === 'low' || result.confidence === 'unknown'
    printSearch(this.io, result, {
      format,
      payload: searchPayload,
      closing: isUnsettled && hasCommand('ask') ? [GO_ON] : [],
    })
    return EXIT.ok
  }
}

/** How to go on after an unsettled answer. */
const GO_ON =
  'not settled? pnk ask says what an answer would take; pnk ask --deep, to read further, is not in this release'
