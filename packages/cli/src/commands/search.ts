import { string } from '@oclif/core/args'
import { integer } from '@oclif/core/flags'
import { usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { hasCommand } from '../command-ids.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag, offlineFlag } from '../flags/common.js'
import { filterFlags, searchFilters } from '../flags/filters.js'
import { toJson } from '../output/json.js'
import { renderSearch } from '../output/search-human.js'
import { style } from '../output/style.js'
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
    { description: 'A query that starts with a dash', command: 'pnk search -- -rf' },
  ]
  static override args = {
    query: string({
      description: 'What to look for; quote it when it has spaces',
      required: true,
      ignoreStdin: true,
    }),
  }
  static override flags = {
    kb: kbFlag,
    json: jsonFlag,
    offline: offlineFlag,
    ...filterFlags,
    k: integer({
      char: 'k',
      helpLabel: '-k',
      description: 'At most this many passages; default: final_k of the manifest',
      helpValue: 'N',
      min: 1,
    }),
    'max-tokens': integer({
      description: 'At most this many tokens in whole passages; what does not fit is listed',
      helpValue: 'N',
      min: 1,
    }),
    'max-per-document': integer({
      description: 'At most this many passages of one document',
      helpValue: 'N',
      min: 1,
    }),
  }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Search)
    if (args.query.trim() === '') {
      throw usageError('the query is empty', 'search', {
        remedy: 'say what to look for: pnk search "your words"',
      })
    }
    const options = {
      filters: searchFilters(flags),
      signal: this.io.signal,
      ...(flags.k === undefined ? {} : { k: flags.k }),
      ...(flags['max-tokens'] === undefined ? {} : { maxTokens: flags['max-tokens'] }),
      ...(flags['max-per-document'] === undefined ? {} : { maxPerDocument: flags['max-per-document'] }),
    }
    const result = await withKb({ path: flags.kb, offline: flags.offline }, (kb) =>
      kb.search(args.query, options),
    )
    const { searchPayload } = await import('@pinakes/retrieve')
    if (flags.json) this.print(toJson(searchPayload(result)))
    else this.print(renderSearch(result, { style: style(this.io.out.colour), escalation: escalation() }))
    return EXIT.ok
  }
}

/** How to go on after an unsettled answer, in a build that can. */
function escalation(): string | null {
  return hasCommand('ask')
    ? 'not settled? pnk ask states what it would cost, pnk ask --deep reads further'
    : null
}
