/**
 * Freezes the live version of a template: `tsx tools/templates/archive.ts notes`. Copies its files to
 * `_versions/<version>/` and adds its row. Refuses a version that is archived already.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ARCHIVE, DESCRIPTOR, loadTemplate } from '../../packages/cli/src/templates/load-template.js'
import { readTemplateFiles } from '../../packages/cli/src/templates/template-hash.js'
import { VERSION_ROWS } from '../../packages/cli/src/templates/version-rows.js'
import { gitIgnores } from './git.js'
import { templateHash } from './template-problems.js'

const directory = fileURLToPath(new URL('../../templates', import.meta.url))

function archive(name: string): void {
  const live = loadTemplate(directory, name)
  const target = join(live.directory, ARCHIVE, live.version)
  if (existsSync(target)) throw new Error(`${live.reference} is archived already; a version never changes`)
  const isIgnored = gitIgnores(directory)
  const row = `[[template]]\nname = "${name}"\nversion = "${live.version}"\nsha256 = "${templateHash(live, { directory, isIgnored })}"\n`
  const files = readTemplateFiles(live.directory, (path) => isIgnored(`${name}/${path}`))
  for (const path of [DESCRIPTOR, ...files.map((file) => file.path)]) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    copyFileSync(join(live.directory, path), join(target, path))
  }
  const rows = join(directory, VERSION_ROWS)
  const before = existsSync(rows) ? `${readFileSync(rows, 'utf8').trimEnd()}\n\n` : ''
  writeFileSync(rows, before + row)
  console.log(`archived ${live.reference}`)
}

const [name] = process.argv.slice(2)
if (name === undefined) {
  console.error('usage: tsx tools/templates/archive.ts <template>')
  process.exitCode = 2
} else archive(name)
