/**
 * Ends the process quietly once the reader of stdout is gone (`pnk ls | head -1`): nobody is left to tell. A closed
 * stderr is ignored, because it says nothing about stdout.
 */
export function exitQuietlyOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
