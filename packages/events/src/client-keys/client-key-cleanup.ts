import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { ClientKeyStore } from './client-key-store.ts'

type ClientKeyCleanupDeps = { clientKeys: ClientKeyStore; log: Logger; now: () => Date }

/** More than the 30 days for which the outbox of a browser repeats a request whose response was lost. */
export const CLIENT_KEY_RETENTION_MS = 35 * 86_400_000

/** Creates the background task that deletes client keys older than 35 days, every hour. */
export const createClientKeyCleanup = ({ clientKeys, log, now }: ClientKeyCleanupDeps): BackgroundTask =>
  createHourlyCleanup({
    name: 'client key cleanup',
    log,
    deleteBatch: () => clientKeys.deleteExpired(new Date(now().getTime() - CLIENT_KEY_RETENTION_MS)),
  })
