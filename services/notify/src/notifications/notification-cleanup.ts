import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { NotificationRepository } from './notification-repository.ts'

type NotificationCleanupDeps = {
  notifications: Pick<NotificationRepository, 'deleteExpired'>
  log: Logger
  now: () => Date
}

/** A notification is deleted this long after its last change. */
const NOTIFICATION_RETENTION_MS = 90 * 86_400_000

/** Creates the background task that deletes expired notifications, every hour. */
export const createNotificationCleanup = ({ notifications, log, now }: NotificationCleanupDeps): BackgroundTask =>
  createHourlyCleanup({
    name: 'notification cleanup',
    log,
    deleteBatch() {
      const at = now()
      return notifications.deleteExpired(new Date(at.getTime() - NOTIFICATION_RETENTION_MS), at)
    },
  })
