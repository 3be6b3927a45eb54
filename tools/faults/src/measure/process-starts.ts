import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts processes that do nothing, one after the other, until it is told to stop: what a start costs just now. */
export function watchBareStarts() {
  const took: number[] = []
  let isOver = false
  const watching = (async () => {
    do {
      const begun = performance.now()
      await once(spawn(process.execPath, ['--eval', '']), 'exit')
      took.push(performance.now() - begun)
    } while (!isOver)
  })()
  return {
    /** The median in milliseconds. */
    async stop(): Promise<number> {
      isOver = true
      await watching
      return Math.round(took.toSorted((a, b) => a - b)[took.length >> 1] ?? 0)
    },
  }
}
