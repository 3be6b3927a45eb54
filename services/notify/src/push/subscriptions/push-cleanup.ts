import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { PushSubscriptionRepository } from './push-subscription-repository.ts'

type PushCleanupDeps = {
  pushSubscriptions: Pick<PushSubscriptionRepository, 'deleteExpired'>
  log: Logger
  now: () => Date
}

const DAY_MS = 86_400_000
/** A browser renews its subscription at every start. A session that was not used for this long has expired. */
const SUBSCRIPTION_RETENTION_MS = 30 * DAY_MS
/** A push that a device shows can be closed from elsewhere for a week. */
const PUSH_RETENTION_MS = 6 * DAY_MS

/** Creates the background task that deletes subscriptions that are no longer renewed, and old pushes, every hour. */
export const createPushCleanup = ({ pushSubscriptions, log, now }: PushCleanupDeps): BackgroundTask =>
  createHourlyCleanup({
    name: 'push cleanup',
    log,
    deleteBatch() {
      const time = now().getTime()
      return pushSubscriptions.deleteExpired({
        renewedBefore: new Date(time - SUBSCRIPTION_RETENTION_MS),
        pushesBefore: new Date(time - PUSH_RETENTION_MS),
      })
    },
  })
