import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { OpenKbOptions } from '@pinakes/retrieve'
import { afterEach } from 'vitest'
import { openKbs } from '../../src/kbs/open-kbs.js'
import type { Log } from '../../src/server/log.js'
import { createMcpServer } from '../../src/server/mcp-server.js'
import { withReadableErrors } from '../../src/server/readable-errors.js'
import type { FolderKb } from './folder-kb.js'

/** The official client, connected to a server of its own over these knowledge bases. */
export interface Connection {
  readonly client: Client
  /** What the server logged, one entry a line. */
  readonly logged: string[]
  /** A call that succeeds; its text holds the same as its data. */
  answer(name: string, args?: Record<string, unknown>): Promise<Answer>
  /** A call that fails. */
  failure(name: string, args?: Record<string, unknown>): Promise<FailedCall>
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read by key, as clients read them
export type Answer = Record<string, any>

export interface FailedCall {
  readonly text: string
  readonly error: {
    readonly code: string
    readonly reason: string
    readonly message: string
    readonly remedy: string
  }
}

/** Connects clients, and closes them and their servers after each test. */
export function useConnections() {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  return async (
    kbs: readonly FolderKb[],
    options: OpenKbOptions = { offline: true },
  ): Promise<Connection> => {
    const served = await openKbs(
      kbs.map(({ root }) => root),
      options,
    )
    const logged: string[] = []
    const log: Log = (level, message) => logged.push(`${level}: ${message}`)
    const [mine, theirs] = InMemoryTransport.createLinkedPair()
    const client = new Client({ name: 'test', version: '1' })
    await createMcpServer({ kbs: served, log }).connect(withReadableErrors(theirs))
    await client.connect(mine)
    // Reads the schemas, against which the client then holds each answer.
    await client.listTools()
    closing.push(async () => {
      await client.close()
      await served.close()
    })
    return { client, logged, ...calls(client) }
  }
}

function calls(client: Client): Pick<Connection, 'answer' | 'failure'> {
  return {
    async answer(name, args = {}) {
      const result = await client.callTool({ name, arguments: args })
      const [block, ...others] = result.content as { type: string; text: string }[]
      if (result.isError || block === undefined || others.length > 0) throw new Error(JSON.stringify(result))
      if (block.text !== JSON.stringify(result.structuredContent)) throw new Error('text and data differ')
      return result.structuredContent as Answer
    },
    async failure(name, args = {}) {
      const result = await client.callTool({ name, arguments: args })
      const [block] = result.content as { text: string }[]
      if (!result.isError || result.structuredContent !== undefined) throw new Error(JSON.stringify(result))
      const error = result._meta?.['pinakes/error'] as FailedCall['error']
      return { text: block?.text ?? '', error }
    },
  }
}
