import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareCodePoints, quote, systemErrorCode } from '@pinakes/manifest'
import { statIfThere } from './stat-if-there.js'
import { parseDescriptor, type TemplateDescriptor } from './template-descriptor.js'
import { damaged, TemplateError } from './template-error.js'
import {
  formatReference,
  isTemplateName,
  isTemplateVersion,
  type TemplateReference,
} from './template-names.js'

/** File of a template that becomes the manifest. */
export const MANIFEST_TEMPLATE = 'pinakes.toml.j2'
export const DESCRIPTOR = 'template.toml'
/** Directory of the frozen copies, one a version, inside each template. */
export const ARCHIVE = '_versions'

/** A template that can be read. */
export interface Template extends TemplateDescriptor {
  /** `name@version`. */
  readonly reference: string
  /** Where its files lie; never printed. */
  readonly directory: string
  /** `pinakes.toml.j2` as text. */
  readonly manifest: string
}

/** A row of `pnk templates`: a template, or the name of a damaged one and what is wrong with it. */
export type TemplateRow = Template | { readonly name: string; readonly unreadable: string }

/**
 * The names of the templates in `directory`, sorted: its directories, but those that begin with `_` or `.`. Empty if
 * there is no such directory.
 */
export function templateNames(directory: string): string[] {
  let names: string[]
  try {
    names = readdirSync(directory)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
  return names
    .filter((name) => !/^[._]/.test(name) && isDirectory(join(directory, name)))
    .sort(compareCodePoints)
}

/** One row for each template in `directory`, sorted by name; a damaged one does not hide the others. */
export function listTemplates(directory: string): TemplateRow[] {
  return templateNames(directory).map((name) => {
    try {
      return loadTemplate(directory, name)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      return { name, unreadable: String(error.details.why ?? error.message) }
    }
  })
}

/**
 * The template `name` of `directory`.
 * @throws TemplateError `TEMPLATE_UNKNOWN`, listing what is there; `TEMPLATE_DAMAGED`.
 */
export function loadTemplate(directory: string, name: string): Template {
  // The name is checked before it is joined to anything.
  const available = templateNames(directory)
  if (isTemplateName(name) && available.includes(name)) return readTemplate(join(directory, name), name)
  if (available.includes(name)) throw damaged(name, 'its directory has a name that no template can have')
  const list = available.length > 0 ? available.join(', ') : 'none'
  throw new TemplateError({
    code: 'TEMPLATE_UNKNOWN',
    message: `There is no template ${quote(name)}; available: ${list}`,
    remedy: available.length > 0 ? `Use --template ${available[0]}.` : 'Install Pinakes again.',
    details: { name, available },
  })
}

/**
 * The frozen copy of one version.
 * @throws TemplateError `TEMPLATE_UNARCHIVED`; `TEMPLATE_DAMAGED`, also if the copy says that it is another version.
 */
export function loadArchivedTemplate(directory: string, reference: TemplateReference): Template {
  const { name, version } = reference
  const label = formatReference(reference)
  const archive = join(directory, name, ARCHIVE, version)
  if (!isTemplateName(name) || !isTemplateVersion(version) || !isDirectory(archive)) {
    throw new TemplateError({
      code: 'TEMPLATE_UNARCHIVED',
      message: `No copy of template ${label} is installed, so nothing can be compared with it`,
      remedy: 'Nothing is wrong with the KB; `pnk templates` lists what is installed.',
      details: { name, version },
    })
  }
  const template = readTemplate(archive, name, label)
  if (template.version !== version) throw damaged(label, `its copy declares version ${template.version}`)
  return template
}

/** The versions of `name` that have a frozen copy, in the order of the directory. */
export function archivedVersions(directory: string, name: string): string[] {
  const archive = join(directory, name, ARCHIVE)
  return isDirectory(archive) ? readdirSync(archive).filter((version) => isTemplateVersion(version)) : []
}

function readTemplate(directory: string, name: string, label = name): Template {
  const descriptor = parseDescriptor(readPart(directory, DESCRIPTOR, label))
  if ('fault' in descriptor) throw damaged(label, descriptor.fault)
  if (descriptor.name !== name) throw damaged(label, `${DESCRIPTOR} calls it ${quote(descriptor.name)}`)
  const reference = formatReference(descriptor)
  const manifest = readPart(directory, MANIFEST_TEMPLATE, reference).toString('utf8')
  return { ...descriptor, reference, directory, manifest }
}

/** The bytes of a file of a template. @throws TemplateError `TEMPLATE_DAMAGED`, without the path. */
export function readPart(directory: string, file: string, label: string): Buffer {
  try {
    return readFileSync(join(directory, file))
  } catch (error) {
    throw damaged(label, `${file} cannot be read (${systemErrorCode(error) ?? 'unknown reason'})`, error)
  }
}

function isDirectory(path: string): boolean {
  return statIfThere(path)?.isDirectory() ?? false
}
