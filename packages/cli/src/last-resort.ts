import { errorReport, errorText } from './error-report.js'
import { EXIT } from './exit-codes.js'

/**
 * What happens when nobody is left to catch: a reader of stdout that went away ends the process quietly (`pnk ls |
 * head -1`, a closed terminal), output that cannot be written and errors that no `await` waits for are reported like any other error,
 * without Node's own dump. A closed stderr is ignored, because it says nothing about stdout.
 */
export function installLastResort(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isNobodyThere(process.stdout, error)) process.exit()
    giveUp(error)
  })
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (!isNobodyThere(process.stderr, error)) process.exit(EXIT.failure)
  })
  process.on('uncaughtException', giveUp)
}

/** Whether who read the stream has gone: the other end of a pipe, or the terminal, which answers with EIO from then on. */
function isNobodyThere(stream: NodeJS.WriteStream, { code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || (code === 'EIO' && stream.isTTY)
}

function giveUp(error: unknown): void {
  process.stderr.write(errorText(errorReport(error, null), error, process.env.PNK_DEBUG === '1'))
  process.exit(EXIT.failure)
}
