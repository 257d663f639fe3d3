import { getTool } from './get-tool.js'
import { linksTool } from './links-tool.js'
import { listKbsTool } from './list-kbs-tool.js'
import { searchTool } from './search-tool.js'
import type { Tool } from './tool.js'

/** Every tool of the server, in the order in which they are listed. */
export const ALL_TOOLS: readonly Tool[] = [searchTool, getTool, linksTool, listKbsTool]
