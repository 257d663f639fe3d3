import type { Readable, Writable } from 'node:stream'
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { lineReader, MAX_LINE_BYTES } from './line-reader.js'

/** A transport over two streams, one message a line. */
export interface StdioTransport extends Transport {
  /** Resolves once every request that was read has its answer, or was cancelled. */
  idle(): Promise<void>
}

/**
 * The transport over `input` and `output`. Other than the library's own it answers what is no message, instead of
 * leaving a client to wait, and knows what is still to be answered when the input ends.
 */
export function stdioTransport(input: Readable, output: Writable): StdioTransport {
  const open = new Set<string | number>()
  let waiting: (() => void)[] = []
  const settle = (id: string | number | undefined) => {
    if (id !== undefined) open.delete(id)
    if (open.size > 0) return
    for (const done of waiting) done()
    waiting = []
  }
  const refuse = (id: unknown, code: ErrorCode, message: string) => {
    const known = typeof id === 'string' || typeof id === 'number' ? id : null
    write(output, { jsonrpc: '2.0', id: known, error: { code, message } })
  }
  const receive = (line: string) => {
    if (line.trim() === '') return
    const message = parse(line, refuse)
    if (message === null) return
    if ('method' in message && 'id' in message) open.add(message.id)
    if ('method' in message && message.method === 'notifications/cancelled') {
      settle(message.params?.requestId as string | number | undefined)
    }
    transport.onmessage?.(message)
  }
  const read = lineReader({
    onLine: receive,
    onTooLong: () => refuse(null, ErrorCode.InvalidRequest, `a message may have ${MAX_LINE_BYTES} bytes`),
  })
  const transport: StdioTransport = {
    async start() {
      input.on('data', read)
    },
    async send(message) {
      write(output, message)
      if (!('method' in message)) settle(message.id)
    },
    async close() {
      input.off('data', read)
      input.pause()
      transport.onclose?.()
    },
    idle: () => (open.size === 0 ? Promise.resolve() : new Promise((done) => waiting.push(done))),
  }
  return transport
}

function write(output: Writable, message: object): void {
  // A reader that went away is said by the stream's `error`, once; nothing is to be waited for here.
  if (output.writable) output.write(serializeMessage(message as JSONRPCMessage))
}

/** The message of `line`; null, and refused, if it is none. */
function parse(
  line: string,
  refuse: (id: unknown, code: ErrorCode, message: string) => void,
): JSONRPCMessage | null {
  let data: unknown
  try {
    data = JSON.parse(line)
  } catch {
    refuse(null, ErrorCode.ParseError, 'this line is no JSON')
    return null
  }
  const message = JSONRPCMessageSchema.safeParse(data)
  if (message.success) return message.data
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : null
  const what = Array.isArray(data)
    ? 'messages come one a line, not as a list'
    : 'this is no JSON-RPC 2.0 message'
  refuse(id, ErrorCode.InvalidRequest, what)
  return null
}
