import type { Payload, SearchStep } from '@pinakes/retrieve'
import type { ServedKbs } from '../kbs/served-kb.js'
import type { ArgumentSpecs, ArgumentValues, ObjectSchema } from './argument-specs.js'

/** What a running tool works with. */
export interface ToolCall {
  readonly kbs: ServedKbs
  /** Aborted when the client no longer wants the answer. */
  readonly signal: AbortSignal
  readonly onStep: (step: SearchStep) => void
}

/** A tool as the protocol offers it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: ArgumentSpecs
  readonly outputSchema: ObjectSchema
  /**
   * The answer; `given` are the arguments as they came.
   * @throws PinakesError for everything that is wrong with the call or the knowledge base
   */
  run(given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<Payload>
}

/** A tool whose arguments are known by type once they are read. */
export interface ToolDefinition<Specs extends ArgumentSpecs> extends Omit<Tool, 'run' | 'arguments'> {
  readonly arguments: Specs
  readonly answer: (values: ArgumentValues<Specs>, call: ToolCall) => Promise<Payload>
}
