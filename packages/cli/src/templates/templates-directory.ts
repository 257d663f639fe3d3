import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Where the templates lie: in a built package the copy inside it, and for code that runs from its sources the
 * directory `templates` of the repository, which a built copy may be older than.
 */
export function templatesDirectory(): string {
  const here = fileURLToPath(import.meta.url)
  const package_ = packageRoot(dirname(here))
  return here.endsWith('.ts') ? join(package_, '..', '..', 'templates') : join(package_, 'templates')
}

function packageRoot(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json')) || directory === dirname(directory)) return directory
  }
}
