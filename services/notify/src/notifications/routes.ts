import { calls, NOTIFICATION_TYPES } from '@meadow/contracts'
import { type Served, serve, toPage, toWindow } from '@meadow/service'
import { read } from './facts.ts'
import { toNotificationView } from './notification.ts'
import type { Marked, NotificationRepository } from './notification-repository.ts'

type Parts = {
  notifications: NotificationRepository
  now: () => Date
  /** Has the events of a commit published now. */
  announced: () => void
}

export function notificationCalls({ notifications, now, announced }: Parts): Served[] {
  function answer({ unread, changed }: Marked) {
    if (changed) announced()
    return { count: unread }
  }

  return [
    serve(calls.listNotifications, async ({ member, query }) => {
      const keys = await notifications.list(member.sub, toWindow(query), query.type)
      const { page, hasMore, nextCursor } = toPage(keys, query.limit)
      const [found, counted] = await Promise.all([
        notifications.findMany(page.map(({ _id }) => _id)),
        notifications.counts(member.sub),
      ])
      return { notifications: found.map(toNotificationView), pagination: { hasMore }, nextCursor, ...counted }
    }),

    serve(calls.countUnreadNotifications, async ({ member }) => ({ count: await notifications.unread(member.sub) })),

    serve(calls.readAllNotifications, async ({ member, body }) => {
      const at = now()
      const before = body?.before ? new Date(body.before) : at
      const types = body?.types ?? [...NOTIFICATION_TYPES]
      const announce = (unread: number) =>
        read({ before: before.toISOString(), types }, { memberId: member.sub, unread, at })
      return answer(await notifications.readAll(member.sub, { types, before }, announce))
    }),

    serve(calls.readNotification, async ({ member, params }) => {
      const at = now()
      const announce = (unread: number) => read({ ids: [params.id] }, { memberId: member.sub, unread, at })
      return answer(await notifications.read(member.sub, params.id, announce))
    }),
  ]
}
