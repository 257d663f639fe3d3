import { string } from '@oclif/core/args'
import { displayPath } from '@pinakes/manifest'
import type { DocumentText } from '@pinakes/retrieve'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag } from '../flags/common.js'
import { changedNote } from '../output/changed-note.js'
import { renderDocument } from '../output/document-human.js'
import { toJson } from '../output/json.js'
import { style } from '../output/style.js'
import { withKb } from '../with-kb.js'

/** `pnk get`: the indexed text of a document, or of the part that a citation names. */
export class Get extends PnkCommand {
  static override id = 'get'
  static override summary = 'Print a document, or the part of it that a citation names'
  static override description =
    'Prints the text as it was indexed. Piped, the text comes out exactly; on a terminal it gets a header, and ' +
    'control characters are made visible. Text whose file has changed since is marked, piped on stderr, and so is a citation that ends beyond the document. A document whose name starts with a dash is named like any other.'
  static override examples = [
    { description: 'By path', command: 'pnk get docs/pump.md' },
    { description: 'By a citation, as search prints it', command: 'pnk get "docs/pump.md:120-480"' },
    { description: 'The section under a heading', command: 'pnk get "docs/pump.md#Repair"' },
    { description: 'Pages of a paged document', command: 'pnk get docs/report.pdf:p7-8' },
    { description: 'By document id or chunk id', command: 'pnk get ck_4fzqk2m7w3n5r8t1v6x9y0abcd --json' },
  ]
  static override args = {
    reference: string({
      description:
        'A document id, a path from the root of the knowledge base, a chunk id (ck_…), a citation, or path#heading',
      required: true,
      ignoreStdin: true,
    }),
  }
  static override flags = { kb: kbFlag, json: jsonFlag }

  async run(): Promise<ExitCode> {
    const { args, flags } = await this.parse(Get)
    const document = await withKb({ path: flags.kb, offline: true }, (kb) => kb.get(args.reference))
    const { documentTextPayload } = await import('@pinakes/retrieve')
    if (flags.json) this.print(toJson(documentTextPayload(document)))
    else if (this.io.out.isTerminal) this.print(renderDocument(document, style(this.io.out.colour)))
    else this.writeText(document)
    return EXIT.ok
  }

  /** A pipe gets the text and nothing else; that it is no longer the file's, or ends early, is said beside it. */
  private writeText(document: DocumentText): void {
    const { path, text, notices } = document
    const changed = changedNote(document)
    this.io.out.write(text)
    for (const note of [...(changed === null ? [] : [changed]), ...notices])
      this.io.err.write(`note: ${displayPath(path)}: ${note}\n`)
  }
}
