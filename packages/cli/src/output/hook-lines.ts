import { displayPath } from '@pinakes/manifest'
import type { InstalledHooks, KeptHook } from '../hooks/install-hooks.js'

/** Where the hooks are, what was written, and what a hook of somebody else would need. */
export function hookLines({ directory, written, unchanged, kept }: InstalledHooks): string[] {
  return [
    `hooks in ${displayPath(directory)}`,
    ...(written.length > 0 ? [`installed: ${written.join(', ')}`] : []),
    ...(unchanged.length > 0 ? [`installed already: ${unchanged.join(', ')}`] : []),
    ...kept.flatMap(keptLines),
  ]
}

function keptLines({ path, why, suggestion }: KeptHook): string[] {
  const whose = why === 'foreign' ? 'not ours' : 'for another knowledge base of this repository'
  return [
    `left as it is, ${whose}: ${displayPath(path)}`,
    '  to have both, add this line to it:',
    `  ${suggestion}`,
  ]
}
