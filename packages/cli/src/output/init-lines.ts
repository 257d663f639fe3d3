import { displayPath } from '@pinakes/manifest'
import type { InitResult } from '../init/apply-init.js'
import { shellWord } from './lines.js'

/** What `pnk init PATH` made, what it left alone, and what to do next; `path` is as the user wrote it. */
export function initLines(result: InitResult, path: string): string[] {
  const here = path === '.' || path === './'
  const kb = here ? '' : ` --kb ${shellWord(path)}`
  return [
    `created ${displayPath(result.root)}`,
    `template ${result.template}`,
    `id ${result.kbId} (permanent: links from elsewhere point to it)`,
    ...(result.adopted.length > 0
      ? [`left as they were: ${result.adopted.map(displayPath).join(', ')}`]
      : []),
    ...result.warnings.map((warning) => `warning: ${displayPath(warning)}`),
    '',
    'next:',
    `  put documents into ${displayPath(here ? 'docs' : `${path.replace(/\/+$/, '')}/docs`)}`,
    `  pnk sync${kb}`,
    `  pnk search "your question"${kb}`,
  ]
}
