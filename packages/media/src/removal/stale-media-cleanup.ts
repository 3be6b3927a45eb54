import type { Logger } from '@meadow/service'
import { removeStaleUploadFiles } from '../pictures/receive-picture.ts'
import type { MediaStore } from '../store/media-store.ts'

const CLEANUP_INTERVAL_MS = 3_600_000
/** Every upload ends within this time. */
const MAX_UPLOAD_MS = CLEANUP_INTERVAL_MS

export type StaleMediaCleanupDeps = {
  files: MediaStore
  /** Deletes stored media that nothing uses any more. */
  deleteUnused?: (at: Date, stopping: AbortSignal) => Promise<void>
  log: Logger
  now: () => Date
  /** The clock that sets the times of files, even if the service has a clock of its own. @default the machine's */
  fileNow?: () => Date
}

/**
 * Creates a function that removes incomplete uploads and unused media. The first call does the work; later calls do it
 * again at most once an hour. Logs failures and never throws.
 */
export function createStaleMediaCleanup({
  files,
  deleteUnused,
  log,
  now,
  fileNow = () => new Date(),
}: StaleMediaCleanupDeps): (stopping: AbortSignal) => Promise<void> {
  let nextRunMs = 0

  return async (stopping) => {
    const at = now()
    if (at.getTime() < nextRunMs) return
    nextRunMs = at.getTime() + CLEANUP_INTERVAL_MS
    const before = new Date(fileNow().getTime() - MAX_UPLOAD_MS)
    const results = await Promise.allSettled([
      removeStaleUploadFiles(before),
      files.removeIncompleteUploads(before),
      deleteUnused?.(at, stopping),
    ])
    for (const { reason } of results.filter((result) => result.status === 'rejected'))
      log.warn({ err: reason }, 'failed to remove stale media, will retry in an hour')
  }
}
