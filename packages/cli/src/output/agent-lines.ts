import { displayPath } from '@pinakes/manifest'
import type { AgentFiles } from '../agents/write-agent-files.js'
import { shellWord } from './lines.js'

/** What became of the files for agents, and how a client is told of the knowledge base at `root`. */
export function agentLines({ created, appended, kept, warnings }: AgentFiles, root: string): string[] {
  return [
    '',
    ...created.map((path) => `for agents: ${path} written`),
    ...appended.map((path) => `for agents: a section added at the end of ${path}`),
    ...kept.map((path) => `for agents: ${path} left as it is`),
    ...warnings.map((warning) => `warning: ${displayPath(warning)}`),
    `what an MCP client has to start: pnk serve ${shellWord(root)}`,
  ]
}
