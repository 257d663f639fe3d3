import type { TextSpec } from './argument-specs.js'

/** The `kb` of every tool that reads one knowledge base. */
export const kbArgument: TextSpec = {
  type: 'text',
  maxLength: 1024,
  description:
    'Exact name or id of a served knowledge base (pinakes_list_kbs lists them); never a path. Left out: the first.',
}
