import { isPinakesError } from '@pinakes/manifest'
import { expect } from 'vitest'
import { parseSidecar, SidecarError } from '../../src/index.js'
import { CONTEXT } from './ids.js'

/** The refusal to read `content`, with its place and the codes of all the problems found. */
export function readRefusal(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  try {
    parseSidecar(bytes, CONTEXT)
  } catch (error) {
    if (!isPinakesError(error)) throw error
    expect(error).toBeInstanceOf(SidecarError)
    expect(error.message.startsWith('docs/a.md.pnk.yaml: ')).toBe(true)
    expect(error.remedy).not.toBe('')
    const { line, column } = error.details as { line?: number | null; column?: number | null }
    return {
      code: error.code,
      message: error.message,
      remedy: error.remedy,
      line,
      column,
      details: error.details,
    }
  }
  throw new Error(`expected a refusal of ${JSON.stringify(content)}`)
}
