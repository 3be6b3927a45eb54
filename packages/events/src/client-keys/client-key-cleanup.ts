import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { ClientKeyStore } from './client-key-store.ts'

type ClientKeyCleanupDeps = { clientKeys: ClientKeyStore; log: Logger; now: () => Date }

const RETENTION_MS = 86_400_000

/** Creates the background task that deletes client keys older than a day, every hour. */
export const createClientKeyCleanup = ({ clientKeys, log, now }: ClientKeyCleanupDeps): BackgroundTask =>
  createHourlyCleanup({
    name: 'client key cleanup',
    log,
    deleteBatch: () => clientKeys.deleteExpired(new Date(now().getTime() - RETENTION_MS)),
  })
