import type { Readable, Writable } from 'node:stream'
import type { ServedKbs } from '../kbs/served-kb.js'
import type { Log } from '../server/log.js'
import { createMcpServer } from '../server/mcp-server.js'
import { withReadableErrors } from '../server/readable-errors.js'
import { parentWatch } from './parent-watch.js'
import { stdioTransport } from './stdio-transport.js'

/** What is served, and over which streams. */
export interface ServeStdioOptions {
  readonly kbs: ServedKbs
  /** Where the client's messages come from, and where answers go: nothing else may write there. */
  readonly input: Readable
  readonly output: Writable
  readonly log: Log
  /** Ends the service. */
  readonly signal?: AbortSignal
}

/** Once the input has ended: how long answers that are being worked on may still take. */
const GRACE_MS = 600

/**
 * Serves one client over two streams. Resolves when the input has ended and what was asked is answered (or 600 ms have
 * passed), when the output is closed, when the process that started this one is gone, or when `signal` says so. The
 * knowledge bases stay open: whoever opened them closes them.
 */
export async function serveStdio({ kbs, input, output, log, signal }: ServeStdioOptions): Promise<void> {
  const server = createMcpServer({ kbs, log })
  const transport = withReadableErrors(stdioTransport(input, output))
  const parent = parentWatch()
  const ended = once(input, 'end', 'close', 'error')
  const cut = Promise.race([once(output, 'close', 'error'), parent.gone, aborted(signal)])
  await server.connect(transport)
  await Promise.race([ended.then(() => Promise.race([transport.idle(), delay(GRACE_MS)])), cut])
  parent.stop()
  await server.close()
}

function once(stream: Readable | Writable, ...events: readonly string[]): Promise<void> {
  return new Promise((done) => {
    for (const event of events) stream.once(event, () => done())
  })
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted) done()
    signal?.addEventListener('abort', () => done(), { once: true })
  })
}

function delay(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
