import type { BackgroundTask, Logger } from '@meadow/service'
import { scheduleHourly } from '@meadow/storage'
import type { VapidKeys } from './vapid-keys.ts'

type VapidKeyRotationDeps = { vapidKeys: VapidKeys; log: Logger }

/**
 * Creates the background task that rotates the VAPID keys every hour. Its start fails if no encryption key decrypts the stored
 * keys.
 */
export function createVapidKeyRotation({ vapidKeys, log }: VapidKeyRotationDeps): BackgroundTask {
  let schedule: Disposable | undefined
  return {
    name: 'VAPID key rotation',
    async start() {
      await vapidKeys.refresh()
      schedule = scheduleHourly(vapidKeys.refresh, log)
    },
    async stop() {
      schedule?.[Symbol.dispose]()
    },
  }
}
