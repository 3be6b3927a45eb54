import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { ProcessedActionStore } from './processed-action-store.ts'

type ProcessedActionCleanupDeps = { processedActions: ProcessedActionStore; log: Logger; now: () => Date }

/** Longer than the retention of events and dead letters on any bus. */
const PROCESSED_ACTION_RETENTION_MS = 90 * 86_400_000

/** Creates the background task that deletes expired rows of processed actions, every hour. */
export const createProcessedActionCleanup = ({
  processedActions,
  log,
  now,
}: ProcessedActionCleanupDeps): BackgroundTask =>
  createHourlyCleanup({
    name: 'processed action cleanup',
    log,
    deleteBatch: () => processedActions.deleteExpired(new Date(now().getTime() - PROCESSED_ACTION_RETENTION_MS)),
  })
