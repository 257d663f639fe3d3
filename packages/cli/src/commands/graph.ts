import { option, string } from '@oclif/core/flags'
import type { KbPicture } from '@pinakes/graph'
import { displayPath } from '@pinakes/manifest'
import { usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { kbFlag, notEmpty } from '../flags/common.js'
import { filterFlags, searchFilters } from '../flags/filters.js'
import { toJson } from '../output/json.js'

const FORMATS = ['dot', 'graphml', 'json'] as const

/** `pnk graph`: documents, tags and links as a page to explore, or for another program. */
export class Graph extends PnkCommand {
  static override id = 'graph'
  static override summary = 'Show documents, tags and links as a page to explore, or for another program'
  static override description =
    'The page is one file that loads nothing: a map with a search, filters and the neighbours of each document, and ' +
    'the same as a table. Links between knowledge bases and links that lead to nothing are marked. ' +
    'Everything is as of the last sync; only the names of documents of other knowledge bases are read from their ' +
    'sidecars, where those can be read.'
  static override examples = [
    { description: 'A page for the browser', command: 'pnk graph --html graph.html' },
    { description: 'A drawing by Graphviz', command: 'pnk graph --format dot | sfdp -Tsvg > graph.svg' },
    {
      description: 'Only one folder, for Gephi or yEd',
      command: 'pnk graph --format graphml --path docs/2025/ > graph.graphml',
    },
  ]
  static override flags = {
    html: string({
      parse: async (path) => notEmpty(path, 'name a file, such as graph.html'),
      description: 'Write the page to this file; an earlier page is replaced, no other file is',
      helpValue: 'FILE',
    }),
    format: option({
      description: 'Print the graph for a program: dot for Graphviz, graphml, or json',
      options: FORMATS,
    })(),
    kb: kbFlag,
    ...filterFlags,
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Graph)
    if (flags.html === undefined && flags.format === undefined) throw nothingAsked()
    if (flags.html !== undefined && flags.format !== undefined) throw bothAsked()
    if (flags.html !== undefined) await refuseTarget(flags.html)
    const { readKbPicture } = await import('../read-kb-picture.js')
    const { picture, notes } = await readKbPicture(flags.kb, searchFilters(flags), this.io.signal)
    for (const note of notes) this.io.err.write(`note: ${note}\n`)
    if (flags.html !== undefined) await this.writeGraph(flags.html, picture)
    if (flags.format !== undefined) this.io.out.write(await inFormat(picture, flags.format))
    return EXIT.ok
  }

  private async writeGraph(file: string, picture: KbPicture): Promise<void> {
    const { graphPage } = await import('../graph-page/page.js')
    const { GRAPH_PAGE } = await import('../graph-page/page-kind.js')
    const { writePage } = await import('../html-page/write-page.js')
    await writePage(file, graphPage(picture), GRAPH_PAGE)
    this.print(`wrote ${displayPath(file)}: open it in a browser`)
  }
}

async function inFormat(picture: KbPicture, format: (typeof FORMATS)[number]): Promise<string> {
  const { picturePayload, toDot, toGraphml } = await import('@pinakes/graph')
  if (format === 'dot') return toDot(picture)
  return format === 'graphml' ? toGraphml(picture) : `${toJson(picturePayload(picture))}\n`
}

async function refuseTarget(file: string): Promise<void> {
  const { GRAPH_PAGE } = await import('../graph-page/page-kind.js')
  const { refusePage } = await import('../html-page/write-page.js')
  refusePage(file, GRAPH_PAGE)
}

function nothingAsked() {
  return usageError('neither --html nor --format was given', 'graph', {
    remedy: 'pnk graph --html graph.html writes a page, pnk graph --format json prints the graph',
  })
}

function bothAsked() {
  return usageError('--html and --format exclude each other', 'graph', { remedy: 'give only one of them' })
}
