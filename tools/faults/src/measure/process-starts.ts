import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Measures how long the start of an empty Node process takes at the moment, repeatedly until `stop`. */
export function measureProcessStarts() {
  const durationsMs: number[] = []
  let isStopped = false
  const watching = (async () => {
    do {
      const startedAt = performance.now()
      await once(spawn(process.execPath, ['--eval', '']), 'exit')
      durationsMs.push(performance.now() - startedAt)
    } while (!isStopped)
  })()
  return {
    /** Returns the median in milliseconds. */
    async stop(): Promise<number> {
      isStopped = true
      await watching
      return Math.round(durationsMs.toSorted((a, b) => a - b)[durationsMs.length >> 1] ?? 0)
    },
  }
}
