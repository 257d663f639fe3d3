import type { BaseKb } from './kb.js'

/** The knowledge bases that operations start from. */
export interface Bases {
  readonly fresh: BaseKb
  readonly changed: BaseKb
}

/** A command that writes. What holds for these holds for every command that gets a line here. */
export interface Operation {
  readonly name: string
  readonly base: keyof Bases
  /** Without `--kb`. */
  readonly args: readonly string[]
  /** The document whose sidecar it edits; every other sidecar keeps its bytes. Such an operation takes no sync lock. */
  readonly edits?: string
}

/** Two documents that were synced and not touched since. */
const SOURCE = 'docs/part-000/document-00012.md'
const TARGET = 'docs/part-000/document-00013.md'

export const OPERATIONS: readonly Operation[] = [
  { name: 'first sync', base: 'fresh', args: ['sync'] },
  { name: 'sync', base: 'changed', args: ['sync'] },
  { name: 'rebuild', base: 'changed', args: ['sync', '--rebuild'] },
  { name: 'index only', base: 'changed', args: ['sync', '--index-only'] },
  { name: 'sidecars only', base: 'fresh', args: ['sync', '--sidecars-only'] },
  { name: 'link', base: 'changed', args: ['link', SOURCE, TARGET, '--rel', 'cites'], edits: SOURCE },
]

/** The arguments that run `operation` on the KB at `root`. */
export function argsFor({ args }: Operation, root: string): string[] {
  return [...args, '--kb', root]
}
