import { readFileSync, statSync } from 'node:fs'
import { systemErrorCode } from './file-system-error.js'
import { ManifestError } from './manifest-error.js'
import { parseToml } from './parse-toml.js'
import { decodeUtf8 } from './text.js'
import type { TomlTable } from './toml-value.js'

/** The largest manifest that is read, in bytes (1 MiB); it may be a stranger's. */
const MAX_MANIFEST_BYTES = 1024 * 1024

/** The bytes of a manifest file. @throws ManifestError `MANIFEST_UNREADABLE`. */
export function readManifestBytes(path: string): Uint8Array {
  try {
    // Looked at first: a link may lead to a device that never ends, and a pipe waits for a writer.
    const stats = statSync(path)
    if (!stats.isFile()) throw unreadable(path, 'not a regular file')
    if (stats.size > MAX_MANIFEST_BYTES) throw unreadable(path, 'larger than 1 MiB')
    return readFileSync(path)
  } catch (error) {
    if (error instanceof ManifestError) throw error
    throw unreadable(path, systemErrorCode(error) ?? String(error), error)
  }
}

function unreadable(path: string, why: string, cause?: unknown): ManifestError {
  return new ManifestError({
    code: 'MANIFEST_UNREADABLE',
    message: `${path}: cannot be read (${why})`,
    remedy: 'Check that the file exists and that you may read it.',
    details: { path },
    cause,
  })
}

/** The TOML of a manifest, nothing in it checked. @throws ManifestError `MANIFEST_SYNTAX`. */
export function parseRawManifest(bytes: Uint8Array | string, path: string): TomlTable {
  const text = typeof bytes === 'string' ? bytes : decodeUtf8(bytes)
  if (text === null) {
    throw syntaxError(path, 'is not valid UTF-8', 'Save the file as UTF-8.')
  }
  const reading = parseToml(text)
  if ('table' in reading) return reading.table
  const { line, column, message } = reading.fault
  throw syntaxError(
    path,
    `is not valid TOML 1.0: line ${line}, column ${column}: ${message}`,
    'Correct that line.',
    {
      line,
      column,
    },
  )
}

function syntaxError(path: string, what: string, remedy: string, at: object = {}): ManifestError {
  return new ManifestError({
    code: 'MANIFEST_SYNTAX',
    message: `${path}: ${what}`,
    remedy,
    details: { path, ...at },
  })
}
