import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { CountedPostStore } from './counted-post-store.ts'

type CountedPostCleanupDeps = { countedPosts: CountedPostStore; log: Logger; now: () => Date }

/** Longer than the retention of events and dead letters on any bus. */
const DELETED_POST_RETENTION_MS = 90 * 86_400_000

/** Creates the background task that deletes the ids of posts that were deleted long ago, every hour. */
export const createCountedPostCleanup = ({ countedPosts, log, now }: CountedPostCleanupDeps): BackgroundTask =>
  createHourlyCleanup({
    name: 'counted post cleanup',
    log,
    deleteBatch: () => countedPosts.deleteExpired(new Date(now().getTime() - DELETED_POST_RETENTION_MS)),
  })
