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

/** Once the input has ended: how long answers may still take until they are worked out and read. */
const GRACE_MS = 600

/**
 * Serves one client over two streams. Resolves when the input has ended and the client has read what it asked for (or 600
 * ms have passed), when the output is closed, when the process that started this one is gone, or when `signal` says so. The
 * knowledge bases stay open: whoever opened them closes them.
 */
export async function serveStdio({ kbs, input, output, log, signal }: ServeStdioOptions): Promise<void> {
  const server = createMcpServer({ kbs, log })
  const transport = withReadableErrors(stdioTransport(input, output))
  const parent = parentWatch()
  const ended = once(input, 'end', 'close', 'error')
  const cut = Promise.race([once(output, 'close', 'error'), parent.gone, aborted(signal)])
  await server.connect(transport)
  const answered = ended.then(() =>
    within(
      GRACE_MS,
      transport.idle().then(() => drained(output)),
    ),
  )
  await Promise.race([answered, cut])
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

/** Resolves when everything that was written has been taken. */
function drained(output: Writable): Promise<void> {
  return output.writableLength === 0 ? Promise.resolve() : once(output, 'drain')
}

/** Resolves with `work`, or after `ms`; leaves no timer behind that would keep the process. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
