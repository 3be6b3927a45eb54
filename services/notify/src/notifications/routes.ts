import { calls, LISTED_NOTIFICATION_TYPES } from '@meadow/contracts'
import { type CallRoute, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import type { UnreadCounts } from '../counters/postgres-counters.ts'
import { toNotificationView } from './notification.ts'
import type { NotificationRepository } from './notification-repository.ts'

type NotificationDeps = {
  notifications: NotificationRepository
  now: () => Date
}

export function createNotificationRoutes({ notifications, now }: NotificationDeps): CallRoute[] {
  return [
    serve(calls.listNotifications, async ({ member, query }) => {
      const keys = await notifications.list(member.sub, toKeysetWindow(query), query.type)
      const { page, hasMore, nextCursor } = toKeysetPage(keys, query.limit)
      const [found, counts, { unseen }] = await Promise.all([
        notifications.findMany(page.map(({ _id }) => _id)),
        notifications.getCounts(member.sub),
        notifications.getUnreadCounts(member.sub),
      ])
      return { notifications: found.map(toNotificationView), pagination: { hasMore }, nextCursor, ...counts, unseen }
    }),

    serve(calls.countUnreadNotifications, async ({ member }) =>
      toUnreadView(await notifications.getUnreadCounts(member.sub)),
    ),

    serve(calls.readAllNotifications, async ({ member, body }) => {
      const at = now()
      const before = body?.before ? new Date(body.before) : at
      const types = body?.types ?? LISTED_NOTIFICATION_TYPES
      return toUnreadView(await notifications.markAllRead(member.sub, { types, before }, at))
    }),

    serve(calls.seeNotifications, async ({ member, body }) =>
      toUnreadView(await notifications.markSeen(member.sub, new Date(body.before), now())),
    ),

    serve(calls.readNotification, async ({ member, params }) =>
      toUnreadView(await notifications.markRead(member.sub, params.id, now())),
    ),
  ]
}

const toUnreadView = ({ unread, unseen }: UnreadCounts) => ({ count: unread, unseen })
