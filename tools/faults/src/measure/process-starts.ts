import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Measures how long the start of an empty Node process takes at the moment, repeatedly until `stop`. */
export function measureProcessStarts() {
  const took: number[] = []
  let isStopped = false
  const watching = (async () => {
    do {
      const startedAt = performance.now()
      await once(spawn(process.execPath, ['--eval', '']), 'exit')
      took.push(performance.now() - startedAt)
    } while (!isStopped)
  })()
  return {
    /** Returns the median in milliseconds. */
    async stop(): Promise<number> {
      isStopped = true
      await watching
      return Math.round(took.toSorted((a, b) => a - b)[took.length >> 1] ?? 0)
    },
  }
}
