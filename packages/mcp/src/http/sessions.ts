import { randomUUID } from 'node:crypto'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { ServedKbs } from '../kbs/served-kb.js'
import type { Log } from '../server/log.js'
import { createMcpServer } from '../server/mcp-server.js'
import { withReadableErrors } from '../server/readable-errors.js'

/** Most sessions at a time. */
export const MAX_SESSIONS = 16
/** A session that nobody used for so long is over. */
export const IDLE_MS = 30 * 60 * 1000

/** A client with its state. */
export interface Session {
  readonly transport: StreamableHTTPServerTransport
  /** Says that a request, or a stream of notices, is open; the answer is to be called when it no longer is. */
  enter(): () => void
}

export interface SessionsOptions {
  readonly kbs: ServedKbs
  readonly log: Log
  /** A clock in milliseconds. */
  readonly now?: () => number
}

/** The clients of one server. */
export interface Sessions {
  find(id: string): Session | undefined
  /** A session that has no id yet; null when there are as many as there may be. */
  create(): Promise<Session | null>
  /** Ends those that were not used for {@link IDLE_MS}. */
  expire(): void
  close(): Promise<void>
}

/** Sessions over the served knowledge bases, which stay open when these are closed. */
export function sessions({ kbs, log, now = Date.now }: SessionsOptions): Sessions {
  const byId = new Map<string, TimedSession>()
  /** Made, and not initialised yet. */
  const fresh = new Set<TimedSession>()

  const create = async () => {
    if (byId.size + fresh.size >= MAX_SESSIONS) return null
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        fresh.delete(session)
        byId.set(id, session)
      },
    })
    const session = timed(transport, now)
    fresh.add(session)
    const server = createMcpServer({ kbs, log })
    server.onclose = () => {
      fresh.delete(session)
      if (transport.sessionId !== undefined) byId.delete(transport.sessionId)
    }
    await server.connect(withReadableErrors(transport) as Parameters<typeof server.connect>[0])
    return session
  }
  const all = () => [...byId.values(), ...fresh]
  return {
    find: (id) => byId.get(id),
    create,
    expire() {
      for (const { transport, idleMs } of all()) if (idleMs() >= IDLE_MS) void transport.close()
    },
    async close() {
      await Promise.all(all().map(({ transport }) => transport.close()))
    },
  }
}

interface TimedSession extends Session {
  /** Milliseconds since the last request ended; 0 while one is open. */
  idleMs(): number
}

function timed(transport: StreamableHTTPServerTransport, now: () => number): TimedSession {
  let open = 0
  let lastUsed = now()
  return {
    transport,
    idleMs: () => (open > 0 ? 0 : now() - lastUsed),
    enter() {
      open += 1
      return () => {
        open -= 1
        lastUsed = now()
      }
    },
  }
}
