import type { NotificationType, NotificationView, SocketHeard } from '@meadow/contracts'
import type { AnswerOf, InfiniteData, QueryClient } from '@meadow/web'

export type Filter = 'all' | NotificationType
type Answer = AnswerOf<'GET /posts/notifications'>
export type AlertPages = InfiniteData<Answer>
export type Counts = Pick<Answer, 'counts' | 'unread'>
export type Read = SocketHeard['notificationRead']

export const alertKeys = {
  lists: ['alerts', 'list'] as const,
  list: (filter: Filter) => ['alerts', 'list', filter] as const,
  counts: ['alerts', 'counts'] as const,
}

/** A notification comes to the front of a list, or moves there when it is known: one more did the same. */
export function withAlert(pages: AlertPages, alert: NotificationView): AlertPages {
  const others = pages.pages.map((page) => ({
    ...page,
    notifications: page.notifications.filter(({ _id }) => _id !== alert._id),
  }))
  const [first, ...rest] = others
  if (!first) return pages
  return { ...pages, pages: [{ ...first, notifications: [alert, ...first.notifications] }, ...rest] }
}

/** Some were read: these, or all of these types up to and including a moment. */
export const withRead = (pages: AlertPages, read: Read): AlertPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((alert) => (isRead(alert, read) ? { ...alert, isRead: true } : alert)),
  })),
})

const isRead = ({ _id, type, updatedAt }: NotificationView, read: Read): boolean =>
  'ids' in read ? read.ids.includes(_id) : read.types.includes(type) && updatedAt <= read.before

/** Each notification once, the newest first, however the pages overlap. */
export function alertsOf(pages: AlertPages | undefined): NotificationView[] {
  const all = pages?.pages.flatMap(({ notifications }) => notifications) ?? []
  return [...new Map(all.toReversed().map((alert) => [alert._id, alert])).values()].toReversed()
}

/** Puts a notification into every list that would show it. */
export function addAlert(cache: QueryClient, alert: NotificationView): void {
  for (const filter of ['all', alert.type] as const)
    cache.setQueryData<AlertPages>(alertKeys.list(filter), (pages) => pages && withAlert(pages, alert))
}

/** Marks as read in every list. */
export function markRead(cache: QueryClient, read: Read): void {
  cache.setQueriesData<AlertPages>({ queryKey: alertKeys.lists }, (pages) => pages && withRead(pages, read))
}
