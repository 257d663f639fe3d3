import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BundledLibrary, bundledLibraries } from './bundled-libraries.js'
import type { BuildPlugin } from './leave-out.js'

/** Lies in `dist`, so that it is packed with the code it speaks of. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.md'

/** Licences that let a library be compiled into an Apache-2.0 package as long as its notice comes along. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
])

/**
 * The notices as Markdown: each library with version, licence and the texts it ships, fenced as they are.
 * @throws Error naming every library whose licence is not known to permit bundling, or that ships no text of it.
 */
export function renderNotices(libraries: readonly BundledLibrary[]): string {
  const refused = libraries.filter(({ license, texts }) => !PERMISSIVE.has(license) || texts.length === 0)
  if (refused.length > 0) {
    const list = refused.map(({ name, license, texts }) => `${name} (${license}, ${texts.length} texts)`)
    throw new Error(
      `May not be bundled: ${list.join(', ')}. Make it a dependency, or see to its licence in tools/build.`,
    )
  }
  return `${[INTRODUCTION, ...libraries.map(section)].join('\n\n')}\n`
}

/** The build step: writes the notices of what was bundled beside it, and nothing where nothing was. */
export function thirdPartyNotices(): BuildPlugin {
  return {
    name: 'third-party-notices',
    setup(build) {
      const cwd = build.initialOptions.absWorkingDir ?? process.cwd()
      const folder = resolve(cwd, build.initialOptions.outdir ?? 'dist')
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        const libraries = metafile === undefined ? [] : bundledLibraries(metafile, cwd)
        if (libraries.length === 0) return
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, NOTICES_FILE), renderNotices(libraries))
      })
    },
  }
}

const INTRODUCTION = `# Third-party notices

Code of these libraries is compiled into the files of this folder.`

function section({ name, version, license, texts }: BundledLibrary): string {
  const fenced = texts.map((text) => `\`\`\`\`text\n${text}\n\`\`\`\``)
  return [`## ${name} ${version}`, `Licence: ${license}`, ...fenced].join('\n\n')
}
