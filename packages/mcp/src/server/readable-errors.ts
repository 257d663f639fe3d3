import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/**
 * `transport`, whose errors read as sentences: the protocol library reports malformed parameters as an internal error
 * that holds a list in JSON, and puts the code of an error into its text as well.
 */
export function withReadableErrors<T extends Transport>(transport: T): T {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send(readable(message), options)
  return transport
}

/** `message`, with its error in words. */
export function readable(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message
  const { code, message: said } = message.error
  const faults = code === ErrorCode.InternalError ? parameterFaults(said) : null
  const error =
    faults === null
      ? { ...message.error, message: said.replace(/^(?:MCP error -?\d+: )+/, '') }
      : { code: ErrorCode.InvalidParams, message: `malformed parameters: ${faults}` }
  return { ...message, error }
}

/** The library's list of faults as one line; null for any other text. */
function parameterFaults(text: string): string | null {
  if (!text.startsWith('[')) return null
  try {
    const issues = JSON.parse(text) as { path: (string | number)[]; message: string }[]
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  } catch {
    return null
  }
}
