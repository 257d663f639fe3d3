import { FORMAT_LEVEL } from '@pinakes/manifest'
import { EXIT, type ExitCode } from './exit-codes.js'
import type { CommandIo } from './io.js'
import { packageVersion } from './package-version.js'

/** Writes the npm version, the format level, Node and SQLite: one line, for a look and for scripts. */
export async function showVersion(io: CommandIo): Promise<ExitCode> {
  io.out.write(
    `pnk ${packageVersion()} (format level ${FORMAT_LEVEL}, Node ${process.version}, SQLite ${await sqliteVersion()})\n`,
  )
  return EXIT.ok
}

/** A machine whose SQLite does not load still learns which `pnk` it has. */
async function sqliteVersion(): Promise<string> {
  try {
    const { sqliteVersion: version } = await import('@pinakes/index')
    return version()
  } catch {
    return 'not available: see pnk doctor'
  }
}
