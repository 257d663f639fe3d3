import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { quote } from '@pinakes/manifest'
import type { ServedKbs } from '../kbs/served-kb.js'
import { serverVersion } from '../server-version.js'
import { ALL_TOOLS } from '../tools/all-tools.js'
import { inputSchema } from '../tools/argument-specs.js'
import { runTool } from '../tools/run-tool.js'
import type { Tool } from '../tools/tool.js'
import { INSTRUCTIONS } from './instructions.js'
import type { Log } from './log.js'
import { progressOf } from './progress.js'
import { getPrompt, listPrompts } from './prompts.js'
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.js'

export interface McpServerOptions {
  readonly kbs: ServedKbs
  /** The server's own log; clients get warnings and errors of their own calls as well. */
  readonly log: Log
}

const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** The protocol over the served knowledge bases, for one client; connect it to a transport. */
export function createMcpServer({ kbs, log }: McpServerOptions): Server {
  const server = new Server(
    { name: 'pinakes', title: 'Pinakes', version: serverVersion() },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: false, listChanged: false },
        prompts: { listChanged: false },
        logging: {},
      },
      instructions: INSTRUCTIONS,
      // Nothing is ever asked of the user of a client, so no form of theirs has to be checked.
      jsonSchemaValidator: { getValidator: () => () => NOT_VALIDATED },
    },
  )
  server.onerror = (error) => log('warning', `protocol: ${error.message}`)
  offerTools(server, { kbs, log })
  offerResources(server, kbs)
  offerPrompts(server)
  return server
}

const NOT_VALIDATED = { valid: false, data: undefined, errorMessage: 'not validated' } as const

function offerTools(server: Server, { kbs, log }: McpServerOptions): void {
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor)
    return { tools: ALL_TOOLS.map(describeTool) }
  })
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, sendNotification, sessionId, _meta }) => {
      const tool = ALL_TOOLS.find(({ name }) => name === params.name)
      if (tool === undefined) throw unknownTool(params.name)
      const progressToken = _meta?.progressToken
      const progress = progressOf(async (step) => {
        if (progressToken === undefined) return
        await sendNotification({ method: 'notifications/progress', params: { progressToken, ...step } })
      })
      const tell: Log = (level, message, error) => {
        log(level, message, error)
        const params = { level, logger: 'pinakes', data: message }
        // The client may be gone, which its transport says already.
        server.sendLoggingMessage(params, sessionId).catch(() => undefined)
      }
      const result = await runTool(tool, params.arguments ?? {}, {
        kbs,
        signal,
        log: tell,
        onStep: progress.onStep,
      })
      await progress.finish()
      return result
    },
  )
}

function describeTool(tool: Tool) {
  const { name, title, description, outputSchema } = tool
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool.arguments) as { type: 'object' },
    outputSchema: outputSchema as { type: 'object' },
    annotations: { title, ...READ_ONLY },
  }
}

function offerResources(server: Server, kbs: ServedKbs): void {
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor)
    return { resources: listResources(kbs) }
  })
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor)
    return { resourceTemplates: RESOURCE_TEMPLATES }
  })
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(kbs, params.uri))
}

function offerPrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor)
    return { prompts: listPrompts() }
  })
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => getPrompt(params.name, params.arguments))
}

/** Every list fits one page, so no cursor was ever given out. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw new McpError(ErrorCode.InvalidParams, `no such cursor: ${quote(cursor)}`)
}

function unknownTool(name: string): McpError {
  const names = ALL_TOOLS.map((tool) => tool.name).join(', ')
  return new McpError(ErrorCode.InvalidParams, `no such tool: ${quote(name)}; the tools are ${names}`)
}
