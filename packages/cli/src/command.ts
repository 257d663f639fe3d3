import { Command } from '@oclif/core/command'
import type { Config } from '@oclif/core/config'
import { type KnownFlags, namesBehindDashes } from './dashed-names.js'
import type { ExitCode } from './exit-codes.js'
import type { CommandIo } from './io.js'

/** The base of every command: parses with oclif, writes to the streams it is given, answers with an exit code. */
export abstract class PnkCommand extends Command {
  constructor(
    argv: string[],
    config: Config,
    protected readonly io: CommandIo,
  ) {
    super(namesBehindDashes(argv, new.target.flags as KnownFlags), config)
  }

  abstract override run(): Promise<ExitCode>

  /** Writes one line, or several, to stdout. */
  protected print(text: string): void {
    this.io.out.write(`${text}\n`)
  }

  /** Writes each line; nothing at all for none. */
  protected printLines(lines: readonly string[]): void {
    if (lines.length > 0) this.print(lines.join('\n'))
  }
}

type Described = 'id' | 'args' | 'flags' | 'summary' | 'description' | 'examples' | 'usage'

/** A concrete command: what oclif's help and parser read, and a constructor that takes the streams. */
export type PnkCommandClass = Pick<typeof Command, Described> &
  (new (
    argv: string[],
    config: Config,
    io: CommandIo,
  ) => PnkCommand)
