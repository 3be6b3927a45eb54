import type { BackgroundTask } from '@meadow/service'
import { sleep } from '@meadow/storage'
import type { MediaRemovalQueue } from './media-removal-queue.ts'
import { createStaleMediaCleanup, type StaleMediaCleanupDeps } from './stale-media-cleanup.ts'

const POLL_INTERVAL_MS = 15_000

export type MediaCleanup = BackgroundTask & {
  /** Starts the next run at once, because files were queued for removal. */
  wake(): void
}

/**
 * Creates the background job that removes queued media files, and once an hour stale uploads and unused media. Polls every
 * 15 seconds; retries failed removals.
 */
export function createMediaCleanup(deps: StaleMediaCleanupDeps & { removals: MediaRemovalQueue }): MediaCleanup {
  const { removals, files, log, now } = deps
  const cleanUpStaleMedia = createStaleMediaCleanup(deps)
  let stopping = new AbortController()
  let sleeping = new AbortController()
  let running = Promise.resolve()

  async function removeQueuedFiles(): Promise<void> {
    for (let mayHaveMore = true; mayHaveMore && !stopping.signal.aborted; ) {
      const { due, failed } = await removals.removeDue(now(), (path) => files.remove(path))
      if (failed > 0) log.warn({ failed }, 'failed to remove media files, will retry')
      mayHaveMore = due > 0
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      sleeping = new AbortController()
      await cleanUpStaleMedia(stopping.signal)
      await removeQueuedFiles().catch((error) =>
        log.warn({ err: error }, 'failed to read the media removal queue, will retry'),
      )
      await sleep(POLL_INTERVAL_MS, AbortSignal.any([stopping.signal, sleeping.signal]))
    }
  }

  return {
    name: 'media cleanup',
    wake: () => sleeping.abort(),
    async start() {
      stopping = new AbortController()
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
