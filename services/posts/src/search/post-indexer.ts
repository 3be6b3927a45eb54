import { createWakeSignal } from '@meadow/events'
import type { BackgroundTask, Logger } from '@meadow/service'
import { createBackOff, sleep } from '@meadow/storage'

/** Stores the words and tags of posts, by which they are found. */
export type PostIndex = {
  /** Indexes some posts whose texts are new or were edited. Returns their number; 0 if there are none, or another process does it. */
  indexNext(): Promise<number>
  /** Calls `listener` after a commit of this process that may have written a post. */
  onCommitted(listener: () => void): Disposable
}

/** Commits of this time are indexed together. */
const PAUSE_MS = 250
/** Interval at which the task looks for posts that other processes stored. */
const POLL_INTERVAL_MS = 1_000

/** Creates the background task that makes posts findable. A commit of this process wakes it; beside that it polls. */
export function createPostIndexer({ index, log }: { index: PostIndex; log: Logger }): BackgroundTask {
  const wakeSignal = createWakeSignal()
  let stopped = new AbortController()
  let running = Promise.resolve()
  let listening: Disposable | undefined

  async function run(signal: AbortSignal): Promise<void> {
    const backOff = createBackOff()
    while (!signal.aborted) {
      try {
        while ((await index.indexNext()) > 0 && !signal.aborted);
        backOff.reset()
        await sleep(PAUSE_MS, signal)
        await wakeSignal.wait(POLL_INTERVAL_MS, signal)
      } catch (error) {
        if (backOff.failures === 0) log.warn({ err: error }, 'new posts cannot be indexed for the search')
        await backOff.wait(signal)
      }
    }
  }

  return {
    name: 'post indexer',
    async start() {
      stopped = new AbortController()
      listening = index.onCommitted(wakeSignal.wake)
      running = run(stopped.signal)
    },
    async stop() {
      listening?.[Symbol.dispose]()
      stopped.abort()
      await running
    },
  }
}
