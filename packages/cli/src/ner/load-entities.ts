import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { EntityExtractor } from '@pinakes/graph'
import { isModuleInstalled } from '@pinakes/manifest'
import { CliError } from '../cli-error.js'
import { NER_VARIABLE } from './wants-entities.js'

/** The optional peers that find names. */
const PEERS = ['wink-nlp', 'wink-eng-lite-web-model'] as const

/**
 * What finds names in texts on this installation.
 * @throws CliError `CLI_NER_MISSING` when its packages are not installed; they are resolved, and loaded only when both
 *   are there
 */
export async function loadEntities(isInstalled = isHere): Promise<EntityExtractor> {
  if (!PEERS.every(isInstalled)) throw missing()
  const [{ default: nlp }, { default: model }, { winkEntities }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
    import('./wink-entities.js'),
  ])
  const name = PEERS.map((peer) => `${peer}@${versionOf(peer)}`).join(' ')
  return winkEntities({ nlp, model, name })
}

function isHere(module: string): boolean {
  return isModuleInstalled(module, import.meta.url)
}

/** The version of an installed package, which need not export its `package.json`. */
function versionOf(module: string): string {
  for (let at = createRequire(import.meta.url).resolve(module); at !== dirname(at); at = dirname(at)) {
    const { name, version } = manifestIn(dirname(at))
    if (name === module && version !== undefined) return version
  }
  return 'unknown'
}

function manifestIn(folder: string): { readonly name?: string; readonly version?: string } {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    // Not the folder of a package: the next one up may be.
    return {}
  }
}

function missing(): CliError {
  return new CliError({
    code: 'CLI_NER_MISSING',
    message: `Names in texts were asked for (--ner, or ${NER_VARIABLE}=1), and ${PEERS.join(' and ')} are not installed`,
    remedy: `npm install ${PEERS.join(' ')}`,
  })
}
