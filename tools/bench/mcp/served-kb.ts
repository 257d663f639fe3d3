import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { REPO_ROOT } from '../../gates/workspace.js'
import { madeUpTexts } from '../index-write/documents.js'
import { makeKb } from '../sync/make-kb.js'

/** Passages that a made-up document comes to, about. */
const PER_DOCUMENT = 18

/** What is asked, in turn. */
export const QUERIES: readonly string[] = [
  'who keeps the lighthouse',
  'repair of the harbour pump',
  'tides and tables',
  'water',
  'how is the mill driven in winter',
]

/** A synced knowledge base below `folder`, with the built-in model and about so many passages. */
export function buildServedKb(folder: string, chunks: number): string {
  const root = join(folder, 'kb')
  makeKb(root, madeUpTexts(Math.ceil(chunks / PER_DOCUMENT)))
  const sync = spawnSync(
    process.execPath,
    [join(REPO_ROOT, 'packages/cli/bin/run.js'), 'sync', '--kb', root],
    {
      encoding: 'utf8',
    },
  )
  if (sync.status !== 0) throw new Error(sync.stderr)
  return root
}
