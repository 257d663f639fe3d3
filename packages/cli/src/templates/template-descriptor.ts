import { decodeUtf8, describeToml, parseToml, quote, type TomlTable, type TomlValue } from '@pinakes/manifest'
import { isTemplateName, isTemplateVersion } from './template-names.js'

/** What `template.toml` says. */
export interface TemplateDescriptor {
  readonly name: string
  readonly version: string
  readonly description: string
  /** Files to copy into a new KB, as declared; null if the key is absent. */
  readonly files: readonly string[] | null
}

/** The files of a template that declares none. */
export const DEFAULT_FILES: readonly string[] = ['README.md', 'eval/questions.yaml']

/** The descriptor in the bytes of a `template.toml`, or why there is none. The list of files is checked by its user. */
export function parseDescriptor(bytes: Uint8Array): TemplateDescriptor | { readonly fault: string } {
  const text = decodeUtf8(bytes)
  if (text === null) return { fault: 'template.toml is not valid UTF-8' }
  const reading = parseToml(text)
  if ('fault' in reading)
    return { fault: `template.toml, line ${reading.fault.line}: ${reading.fault.message}` }
  const fault = findFault(reading.table)
  if (fault !== null) return { fault: `template.toml: ${fault}` }
  const { name, version, description, files } = reading.table
  return {
    name: String(name),
    version: String(version),
    description: String(description),
    files: files === undefined ? null : (files as readonly string[]),
  }
}

function findFault(table: TomlTable): string | null {
  for (const key of ['name', 'version', 'description']) {
    const value = table[key]
    if (value === undefined) return `${key} is missing`
    if (typeof value !== 'string') return `${key} must be a string, found ${describeToml(value)}`
  }
  if (!isTemplateName(String(table.name))) return `name ${quote(table.name)} is none a template can have`
  if (!isTemplateVersion(String(table.version))) {
    return `version ${quote(table.version)} is none a template can have`
  }
  return filesFault(table.files)
}

function filesFault(files: TomlValue | undefined): string | null {
  if (files === undefined) return null
  if (!Array.isArray(files)) return `files must be an array of strings, found ${describeToml(files)}`
  const stray = (files as readonly TomlValue[]).find((item) => typeof item !== 'string')
  return stray === undefined ? null : `files must be an array of strings, found ${describeToml(stray)} in it`
}
