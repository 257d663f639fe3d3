import { boolean, option, string } from '@oclif/core/flags'
import type { GraphOptions } from '@pinakes/retrieve'

const CHANNELS = ['off', 'expand', 'ppr'] as const

/** How the graph takes part in what is measured; nothing of it is written to the manifest. */
export const graphFlags = {
  'graph-channel': option({
    description: 'Measure with this graph channel, whatever the manifest says',
    helpValue: CHANNELS.join('|'),
    options: CHANNELS,
  })(),
  drop: string({
    description:
      'Leave a kind of edges out: membership, sibling, parent-child, in-section, co-located, shared-tag, authored, ' +
      'mentions; repeat it for several',
    helpValue: 'KIND',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'link-distance': boolean({
    description:
      'Let fewer hops break ties between passages that the graph found; --no-link-distance does not',
    default: true,
    allowNo: true,
  }),
  'in-degree-salience': boolean({
    description:
      'Let documents that many links point at gain among what the graph found; --no-in-degree-salience does not',
    default: false,
    allowNo: true,
  }),
}

/** What the command line said. */
export interface GraphFlags {
  readonly 'graph-channel'?: GraphOptions['channel'] | undefined
  readonly drop?: readonly string[] | undefined
  readonly 'link-distance': boolean
  readonly 'in-degree-salience': boolean
}

/** The options that these flags mean. */
export function graphOptions(flags: GraphFlags): GraphOptions {
  const channel = flags['graph-channel']
  return {
    ...(channel === undefined ? {} : { channel }),
    drop: flags.drop ?? [],
    linkDistance: flags['link-distance'],
    inDegreeSalience: flags['in-degree-salience'],
  }
}
