import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * The bytes of the file at `path`, links followed. What is no regular file is refused unread: a named pipe would be
 * waited at for ever.
 * @throws the system's error; an `Error` for what is no regular file
 */
export async function readRegularFile(path: string): Promise<Buffer> {
  // Without O_NONBLOCK the opening of a named pipe alone waits for a writer. Windows has neither.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is no regular file`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
