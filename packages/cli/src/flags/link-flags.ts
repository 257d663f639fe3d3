import { string as stringArg } from '@oclif/core/args'
import { string } from '@oclif/core/flags'
import { jsonFlag, kbFlag } from './common.js'

/** The arguments of `link` and `unlink`. */
export const linkArgs = {
  source: stringArg({
    description: 'The document whose sidecar holds the link: its path from the root of the knowledge base',
    required: true,
    ignoreStdin: true,
  }),
  target: stringArg({
    description:
      'The other document: a path, ALIAS:PATH for a knowledge base of [[links.kb]], or pnk://KB-ID/DOCUMENT-ID (self is this knowledge base)',
    required: true,
    ignoreStdin: true,
  }),
}

/** The options of `link` and `unlink`. */
export const linkFlags = {
  rel: string({
    description: 'How the source relates to the target, in your own words: cites, extends, contradicts, …',
    helpValue: 'RELATION',
    required: true,
  }),
  kb: kbFlag,
  json: jsonFlag,
}
