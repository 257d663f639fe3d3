import { isTomlTable, parseToml, type TomlValue } from '@pinakes/manifest'

/** A row of `templates/_versions.toml`: what one version holds, for ever. */
export interface VersionRow {
  readonly name: string
  readonly version: string
  /** Lower-case hex, see `hashTemplate`. */
  readonly sha256: string
}

/** File with the rows, beside the templates. */
export const VERSION_ROWS = '_versions.toml'

/** The rows in the text of a `_versions.toml`. Throws on any other content: it is ours alone. */
export function parseVersionRows(text: string): VersionRow[] {
  const reading = parseToml(text)
  if ('fault' in reading)
    throw new Error(`${VERSION_ROWS}, line ${reading.fault.line}: ${reading.fault.message}`)
  const rows = reading.table.template ?? []
  if (!Array.isArray(rows)) throw new Error(`${VERSION_ROWS}: template must be an array of tables`)
  return (rows as readonly TomlValue[]).map(readRow)
}

function readRow(row: TomlValue, index: number): VersionRow {
  const { name, version, sha256 } = isTomlTable(row) ? row : {}
  if (typeof name === 'string' && typeof version === 'string' && typeof sha256 === 'string') {
    return { name, version, sha256 }
  }
  throw new Error(`${VERSION_ROWS}: row ${index} needs the strings name, version and sha256`)
}
