/**
 * Builds the docs site into docs/.vitepress/dist: the pages by VitePress, which fails on a link that leads nowhere, and
 * below api/ the exported names of the packages by typedoc.
 *
 *   node tools/docs/site.mjs
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'
import { build } from 'vitepress'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SITE = join(ROOT, 'docs/.vitepress/dist')

/** The entry modules of the packages that other programs build on; what a browser of names has no use for stays out. */
function entryPoints() {
  return readdirSync(join(ROOT, 'packages')).flatMap((name) => {
    const folder = join(ROOT, 'packages', name)
    const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return Object.keys(exports)
      .map((subpath) => join(folder, 'src', subpath, 'index.ts'))
      .filter(existsSync)
  })
}

async function buildApi() {
  const app = await Application.bootstrap({
    name: 'Pinakes API',
    entryPoints: entryPoints(),
    tsconfig: join(ROOT, 'tsconfig.json'),
    basePath: join(ROOT, 'packages'),
    // Types are checked by their own step; links into what a package keeps to itself are plain text.
    skipErrorChecking: true,
    validation: { invalidLink: false, notExported: false },
    readme: 'none',
    githubPages: false,
    disableGit: true,
    disableSources: true,
    logLevel: 'Warn',
  })
  const project = await app.convert()
  if (project === undefined) throw new Error('typedoc could not read the packages')
  await app.generateDocs(project, join(SITE, 'api'))
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('typedoc has complaints, see above')
}

await build(join(ROOT, 'docs'))
await buildApi()
console.log(`site: ${SITE}`)
