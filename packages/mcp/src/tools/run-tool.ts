import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Log } from '../server/log.js'
import { type Failure, failureOf, isDefect } from './failure.js'
import type { Tool, ToolCall } from './tool.js'

/**
 * The result of a call: the answer as data and as one block of the same JSON, or what went wrong. Rejects only when the
 * client no longer wants it.
 */
export async function runTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  call: ToolCall & { readonly log: Log },
): Promise<CallToolResult> {
  try {
    const answer = await tool.run(given, call)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } }
  } catch (error) {
    call.signal.throwIfAborted()
    const failure = failureOf(error, call.kbs)
    logFailure(call.log, tool.name, failure, error)
    return failedResult(failure)
  }
}

/** Without `structuredContent`: clients would hold it against the schema of an answer. */
function failedResult(failure: Failure): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${failure.message}\n${failure.remedy}` }],
    _meta: { 'pinakes/error': { ...failure } },
  }
}

function logFailure(log: Log, tool: string, failure: Failure, error: unknown): void {
  if (isDefect(failure)) log('error', `${tool}: ${failure.message}`, error)
  else log('warning', `${tool}: ${failure.code} ${failure.reason}: ${failure.message}`)
}
