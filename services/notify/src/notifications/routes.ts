import { calls, NOTIFICATION_TYPES } from '@meadow/contracts'
import { type CallRoute, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { createNotificationReadEvent } from './notification-events.ts'
import { toNotificationView } from './notification.ts'
import type { MarkReadResult, NotificationRepository } from './notification-repository.ts'

type NotificationDeps = {
  notifications: NotificationRepository
  now: () => Date
}

export function createNotificationRoutes({ notifications, now }: NotificationDeps): CallRoute[] {
  const answer = ({ unread }: MarkReadResult) => ({ count: unread })

  return [
    serve(calls.listNotifications, async ({ member, query }) => {
      const keys = await notifications.list(member.sub, toKeysetWindow(query), query.type)
      const { page, hasMore, nextCursor } = toKeysetPage(keys, query.limit)
      const [found, counted] = await Promise.all([
        notifications.findMany(page.map(({ _id }) => _id)),
        notifications.getCounts(member.sub),
      ])
      return { notifications: found.map(toNotificationView), pagination: { hasMore }, nextCursor, ...counted }
    }),

    serve(calls.countUnreadNotifications, async ({ member }) => ({ count: await notifications.unread(member.sub) })),

    serve(calls.readAllNotifications, async ({ member, body }) => {
      const at = now()
      const before = body?.before ? new Date(body.before) : at
      const types = body?.types ?? [...NOTIFICATION_TYPES]
      const announce = (unread: number) =>
        createNotificationReadEvent({ before: before.toISOString(), types }, { memberId: member.sub, unread, at })
      return answer(await notifications.markAllRead(member.sub, { types, before }, announce))
    }),

    serve(calls.readNotification, async ({ member, params }) => {
      const at = now()
      const announce = (unread: number) => createNotificationReadEvent({ ids: [params.id] }, { memberId: member.sub, unread, at })
      return answer(await notifications.markRead(member.sub, params.id, announce))
    }),
  ]
}
