import { parse, TomlError } from 'smol-toml'
import { findNewerToml } from './toml-1-0.js'
import type { TomlTable } from './toml-value.js'

/** Where a TOML text is broken; line and column are one-based, columns in UTF-16 units. */
export interface TomlFault {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** A TOML text as read: its table, or what is wrong with it. */
export type TomlReading = { readonly table: TomlTable } | { readonly fault: TomlFault }

/**
 * The content of a TOML 1.0 text, integers as bigint. What later versions of TOML added is a fault, since the other
 * readers of the file refuse it.
 */
export function parseToml(text: string): TomlReading {
  try {
    const table = parse(text, { integersAsBigInt: true }) as TomlTable
    const newer = findNewerToml(text)
    return newer ? { fault: locate(text, newer.index, newer.message) } : { table }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The message goes on with an excerpt of the source; the first line says what is wrong.
    const message = error.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '') ?? ''
    return { fault: { message, line: error.line, column: error.column } }
  }
}

function locate(text: string, index: number, message: string): TomlFault {
  const before = text.slice(0, index)
  return { message, line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}
