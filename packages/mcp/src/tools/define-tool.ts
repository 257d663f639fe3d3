import type { ArgumentSpecs } from './argument-specs.js'
import { readArguments } from './read-arguments.js'
import type { Tool, ToolDefinition } from './tool.js'

/** The tool that checks its arguments, then answers. */
export function defineTool<const Specs extends ArgumentSpecs>(definition: ToolDefinition<Specs>): Tool {
  const { answer, ...described } = definition
  return {
    ...described,
    async run(given, call) {
      return answer(readArguments(definition.name, definition.arguments, given), call)
    },
  }
}
