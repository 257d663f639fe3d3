/** Five times in the second within which a server has to end. */
const LOOK_EVERY_MS = 200

/**
 * Tells when the process that started this one is gone: another process may still hold the other end of our input, so
 * its end cannot be waited for. Does not keep the process alive.
 */
export function parentWatch(): { readonly gone: Promise<void>; stop(): void } {
  const parent = process.ppid
  let timer: NodeJS.Timeout | undefined
  const gone = new Promise<void>((done) => {
    timer = setInterval(() => {
      if (process.ppid !== parent) done()
    }, LOOK_EVERY_MS)
    timer.unref()
  })
  return { gone, stop: () => clearInterval(timer) }
}
