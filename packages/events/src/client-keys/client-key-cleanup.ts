import type { BackgroundTask, Logger } from '@meadow/service'
import { scheduleHourly } from '@meadow/storage'
import type { ClientKeyStore } from './client-key-store.ts'

type ClientKeyCleanupDeps = { clientKeys: ClientKeyStore; log: Logger }

/** Creates the background task that deletes expired client keys every hour. */
export function createClientKeyCleanup({ clientKeys, log }: ClientKeyCleanupDeps): BackgroundTask {
  let schedule: Disposable | undefined
  async function deleteAllExpired(): Promise<void> {
    while (await clientKeys.deleteExpired());
  }
  return {
    name: 'client key cleanup',
    async start() {
      schedule = scheduleHourly(deleteAllExpired, log)
    },
    async stop() {
      schedule?.[Symbol.dispose]()
    },
  }
}
