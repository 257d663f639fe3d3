import { string as stringArg } from '@oclif/core/args'
import { integer, string } from '@oclif/core/flags'
import type { LinksOptions } from '@pinakes/retrieve'
import { usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag, offlineFlag } from '../flags/common.js'
import { toJson } from '../output/json.js'
import { neighbourLines, neighbourNotes } from '../output/neighbour-lines.js'
import { withKb } from '../with-kb.js'

const DIRECTIONS = ['out', 'in', 'both'] as const

/** `pnk links`: what a document is linked with, as of the last sync. */
export class Links extends PnkCommand {
  static override id = 'links'
  static override summary = 'Show what a document is linked with, as of the last sync'
  static override description =
    'One line a link: -> for one that the document holds, <- for one that points at it, <-> for both. Links of ' +
    'connected knowledge bases that point here are shown too, and not followed. Finding none is an answer, with exit code 0.'
  static override examples = [
    { description: 'Everything around a document', command: 'pnk links docs/a.md' },
    {
      description: 'Two hops of one relation, for a program',
      command: 'pnk links docs/a.md --rel cites --depth 2 --json',
    },
    { description: 'Who points at it', command: 'pnk links docs/a.md --direction in' },
    {
      description: 'Nearest to a question first',
      command: 'pnk links docs/a.md --query "who repairs the pump"',
    },
  ]
  static override args = {
    document: stringArg({
      description: 'A document id, or a path from the root of the knowledge base',
      required: true,
      ignoreStdin: true,
    }),
  }
  static override flags = {
    rel: string({ description: 'Only links of this relation', helpValue: 'RELATION' }),
    direction: string({
      description: 'Links that the document holds, that point at it, or both',
      options: DIRECTIONS,
      default: 'both',
    }),
    depth: integer({ description: 'Hops to follow, at most 3', helpValue: 'N', default: 1 }),
    query: string({
      description: 'Put the documents nearest to this first; the embedding model is loaded',
      helpValue: 'TEXT',
    }),
    offline: offlineFlag,
    kb: kbFlag,
    json: jsonFlag,
  }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Links)
    const options: LinksOptions = {
      direction: flags.direction as (typeof DIRECTIONS)[number],
      depth: flags.depth,
      signal: this.io.signal,
      ...(flags.rel === undefined ? {} : { rel: notBlank(flags.rel, 'rel') }),
      ...(flags.query === undefined ? {} : { query: notBlank(flags.query, 'query') }),
    }
    const found = await withKb({ path: flags.kb, offline: flags.offline }, (kb) =>
      kb.links(args.document, options),
    )
    const { linksPayload } = await import('@pinakes/retrieve')
    if (flags.json) this.print(toJson(linksPayload(found)))
    else this.printLines(neighbourLines(found))
    for (const note of flags.json ? [] : neighbourNotes(found)) this.io.err.write(`${note}\n`)
    return EXIT.ok
  }
}

/** An unset variable in a script (--rel "$REL") must not mean that there are no links. */
function notBlank(text: string, option: string): string {
  if (text.trim() !== '') return text
  throw usageError(`--${option} is empty`, 'links', { remedy: `give it a value, or leave out --${option}` })
}
