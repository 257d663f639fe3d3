import { isAbsolute, join } from 'node:path'
import { isPinakesError } from './errors.js'
import { landsInside } from './kb-paths.js'
import type { Manifest } from './manifest.js'
import type { ManifestFaults } from './manifest-faults.js'
import { quote } from './quote.js'

const TABLE = 'sources'

/**
 * Adds a fault for each root that is not a plain relative path, and for each pair of pattern and root that can lead
 * out of the KB at `root`. Looks at the directories and links that exist now; a missing root is fine.
 */
export function checkSources(sources: Manifest['sources'], root: string, faults: ManifestFaults): void {
  const roots = sources.roots.filter((entry) => checkRoot(entry, faults))
  for (const pattern of sources.include) {
    if (isAbsolute(pattern)) {
      faults.add({
        code: 'MANIFEST_SOURCES',
        table: TABLE,
        pattern,
        message: `include pattern ${quote(pattern)} is absolute; patterns are relative to each root`,
        remedy: 'Write the pattern relative to the roots.',
      })
    } else for (const entry of roots) checkPattern({ root, entry, pattern }, faults)
  }
}

function checkRoot(entry: string, faults: ManifestFaults): boolean {
  const absolute = isAbsolute(entry)
  if (!absolute && !entry.split(/[\\/]/).includes('..')) return true
  faults.add({
    code: 'MANIFEST_SOURCES',
    table: TABLE,
    message: `root ${quote(entry)} ${absolute ? 'is absolute' : 'holds `..`'}; roots lie inside the KB`,
    remedy: 'Name a directory below the KB, relative to it.',
  })
  return false
}

interface Pair {
  readonly root: string
  readonly entry: string
  readonly pattern: string
}

/**
 * `**` may match nothing, and a `..` after it takes back whatever it matched: without `**` the pattern leads exactly
 * as far up as it can. Other wildcards stand for one name and stay.
 */
function checkPattern({ root, entry, pattern }: Pair, faults: ManifestFaults): void {
  const rest = pattern
    .split('/')
    .filter((part) => part !== '**')
    .join('/')
  const pair = `include pattern ${quote(pattern)} under root ${quote(entry)}`
  try {
    // A pattern of `**` alone reaches everything in the root: any one name stands for that.
    if (landsInside(root, join(root, entry), rest === '' ? '*' : rest)) return
    faults.add({
      code: 'MANIFEST_SOURCES',
      table: TABLE,
      pattern,
      message: `${pair} leads out of the KB`,
      remedy: 'Keep patterns inside the KB, or move the documents into it.',
    })
  } catch (error) {
    if (!isPinakesError(error)) throw error
    faults.add({
      code: 'MANIFEST_SOURCES',
      table: TABLE,
      pattern,
      message: `${pair} cannot be walked: ${error.message}`,
      remedy: error.remedy,
    })
  }
}
