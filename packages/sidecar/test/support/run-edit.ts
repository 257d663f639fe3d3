import { parseDocument } from 'yaml'
import { CONTEXT } from './ids.js'
import { editSidecarBytes, isPinakes, parseSidecar, type Sidecar, type SidecarEdit } from './public.js'

/** The text after the edits. */
export function edit(text: string, ...edits: readonly SidecarEdit[]): string {
  return Buffer.from(editSidecarBytes(Buffer.from(text), edits, CONTEXT)).toString('utf8')
}

/** The code with which the edits are refused, or null. */
export function refusal(text: string, ...edits: readonly SidecarEdit[]): string | null {
  try {
    edit(text, ...edits)
    return null
  } catch (error) {
    if (isPinakes(error)) return error.code
    throw error
  }
}

/** The sidecar that a text spells. */
export function parse(text: string): Sidecar {
  return parseSidecar(Buffer.from(text), CONTEXT)
}

/** The sidecar's data as the YAML library alone reads it, our own reading left out of account. */
export function libraryData(text: string): Record<string, unknown> {
  const doc = parseDocument(text.replace(/^\ufeff/, '\n').replace(/\r(?!\n)/g, '\n'), {
    merge: true,
    intAsBigInt: true,
    logLevel: 'error',
  })
  return doc.toJS({ maxAliasCount: -1 }) as Record<string, unknown>
}
