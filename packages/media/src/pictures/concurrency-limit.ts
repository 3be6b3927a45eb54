/** Creates a function that runs at most `maxConcurrency` tasks at the same time; further tasks wait in a queue. */
export function createConcurrencyLimit(maxConcurrency: number): <T>(task: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running === maxConcurrency) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
