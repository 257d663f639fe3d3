/** Runs a task, now or once others are done, and gives its outcome. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/** A limiter that has at most `most` tasks running at once; the others start in the order of the calls. */
export function limitConcurrency(most: number): Limiter {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = (): Promise<void> | undefined => {
    if (running < most) {
      running++
      return undefined
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
  return async (task) => {
    await enter()
    try {
      return await task()
    } finally {
      // The place goes straight to the next in line, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
