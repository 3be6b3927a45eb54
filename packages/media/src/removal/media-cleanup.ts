import { createPollingTask, type PollingTask } from '@meadow/storage'
import type { MediaRemovalQueue } from './media-removal-queue.ts'
import { createStaleMediaCleanup, type StaleMediaCleanupDeps } from './stale-media-cleanup.ts'

/** It is woken when files were queued for removal. */
export type MediaCleanup = PollingTask

/**
 * Creates the background job that removes queued media files, and once an hour stale uploads and unused media. Polls every
 * 15 seconds; retries failed removals.
 */
export function createMediaCleanup(deps: StaleMediaCleanupDeps & { removals: MediaRemovalQueue }): MediaCleanup {
  const { removals, files, log, now } = deps
  const cleanUpStaleMedia = createStaleMediaCleanup(deps)

  async function removeQueuedFiles(signal: AbortSignal): Promise<void> {
    for (let mayHaveMore = true; mayHaveMore && !signal.aborted; ) {
      const { due, failed } = await removals.removeDue(now(), (path) => files.remove(path))
      if (failed > 0) log.warn({ failed }, 'failed to remove media files, will retry')
      mayHaveMore = due > 0
    }
  }

  return createPollingTask({
    name: 'media cleanup',
    intervalMs: 15_000,
    async run(signal) {
      await cleanUpStaleMedia(signal)
      await removeQueuedFiles(signal)
    },
    failure: 'failed to read the media removal queue, will retry',
    log,
  })
}
