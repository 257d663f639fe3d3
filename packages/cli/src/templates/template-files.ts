import { isAbsolute, join, posix } from 'node:path'
import {
  isAtOrBelow,
  isPinakesError,
  landsInside,
  MANIFEST_NAME,
  quote,
  resolvePath,
  STATE_DIR_NAME,
} from '@pinakes/manifest'
import { ARCHIVE, readPart, type Template } from './load-template.js'
import { statIfThere } from './stat-if-there.js'
import { DEFAULT_FILES } from './template-descriptor.js'
import { damaged, TemplateError } from './template-error.js'

/** A file to place in a new KB. */
export interface PlannedFile {
  /** Relative to the KB, `/` between names. */
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * The files that the template gives to a KB at `target`, which need not exist; those that it lists but does not have
 * are left out. All entries are checked before any is read.
 * @throws TemplateError `TEMPLATE_FILES` for an entry that is empty, absolute, under `_versions`, the manifest, in
 * `.pinakes`, or leads out of the KB or of the template; `TEMPLATE_DAMAGED` for one that cannot be read.
 */
export function planTemplateFiles(template: Template, target: string): PlannedFile[] {
  for (const entry of template.files ?? DEFAULT_FILES) {
    const fault = entryFault(entry, template, target)
    if (fault !== null) throw illegal(template, entry, fault)
  }
  const entries = [...new Set((template.files ?? DEFAULT_FILES).map((entry) => posix.normalize(entry)))]
  return entries.flatMap((entry) => {
    const found = statIfThere(join(template.directory, entry))
    if (found === undefined) return []
    if (!found.isFile()) throw damaged(template.reference, `${quote(entry)} is not a file`)
    return [{ path: entry, bytes: readPart(template.directory, entry, template.reference) }]
  })
}

function entryFault(entry: string, template: Template, target: string): string | null {
  if (entry.trim() === '') return 'is empty'
  if (isAbsolute(entry)) return 'is absolute'
  const names = entry.split(/[\\/]/)
  if (names.includes(ARCHIVE)) return `lies in ${ARCHIVE}`
  if (names.some((name) => name === '' || name === '.')) return 'is not a plain path'
  const plain = posix.normalize(entry)
  if (plain === MANIFEST_NAME || plain.split('/')[0] === STATE_DIR_NAME) return "is not a template's to write"
  // As written and by name alone: the two differ where a link stands before a `..`.
  if (![entry, plain].every((path) => holds(() => landsInside(target, target, path))))
    return 'leads out of the knowledge base'
  // Resolved to the end: what is copied has to be the template's own, not what a link in it points at.
  const source = () =>
    isAtOrBelow(resolvePath(template.directory), resolvePath(join(template.directory, plain)))
  return holds(source) ? null : 'leads out of the template'
}

/** False also where the path cannot be resolved: nothing is copied on a guess. */
function holds(test: () => boolean): boolean {
  try {
    return test()
  } catch (error) {
    if (isPinakesError(error, 'PATH_UNRESOLVABLE')) return false
    throw error
  }
}

function illegal(template: Template, entry: string, why: string): TemplateError {
  return new TemplateError({
    code: 'TEMPLATE_FILES',
    message: `Template ${template.reference} lists the file ${quote(entry)}, which ${why}`,
    remedy: 'Use another template or another directory; nothing was written.',
    details: { template: template.reference, entry },
  })
}
