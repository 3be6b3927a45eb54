import type { NotificationType, NotificationView, ServerToClientEvents } from '@meadow/contracts'
import type { ApiResponse, InfiniteData, QueryClient } from '@meadow/web'

export type AlertFilter = 'all' | NotificationType
type NotificationListResponse = ApiResponse<'GET /posts/notifications'>
export type AlertPages = InfiniteData<NotificationListResponse>
export type AlertCounts = Pick<NotificationListResponse, 'counts' | 'unread'>
export type NotificationRead = ServerToClientEvents['notificationRead']

export const alertQueryKeys = {
  lists: ['alerts', 'list'] as const,
  list: (filter: AlertFilter) => ['alerts', 'list', filter] as const,
  counts: ['alerts', 'counts'] as const,
}

/** A notification comes to the front of a list, or moves there when it is known: one more did the same. */
export function prependAlert(pages: AlertPages, alert: NotificationView): AlertPages {
  const others = pages.pages.map((page) => ({
    ...page,
    notifications: page.notifications.filter(({ _id }) => _id !== alert._id),
  }))
  const [first, ...rest] = others
  if (!first) return pages
  return { ...pages, pages: [{ ...first, notifications: [alert, ...first.notifications] }, ...rest] }
}

/** Some were read: these, or all of these types up to and including a moment. */
export const applyNotificationRead = (pages: AlertPages, read: NotificationRead): AlertPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((alert) => (isCoveredBy(alert, read) ? { ...alert, isRead: true } : alert)),
  })),
})

const isCoveredBy = ({ _id, type, updatedAt }: NotificationView, read: NotificationRead): boolean =>
  'ids' in read ? read.ids.includes(_id) : read.types.includes(type) && updatedAt <= read.before

/** Each notification once, the newest first, however the pages overlap. */
export function flattenAlertPages(pages: AlertPages | undefined): NotificationView[] {
  const all = pages?.pages.flatMap(({ notifications }) => notifications) ?? []
  return [...new Map(all.toReversed().map((alert) => [alert._id, alert])).values()].toReversed()
}

/** Puts a notification into every list that would show it. */
export function cacheAlert(cache: QueryClient, alert: NotificationView): void {
  for (const filter of ['all', alert.type] as const)
    cache.setQueryData<AlertPages>(alertQueryKeys.list(filter), (pages) => pages && prependAlert(pages, alert))
}

/** Marks as read in every list. */
export function cacheNotificationRead(cache: QueryClient, read: NotificationRead): void {
  cache.setQueriesData<AlertPages>(
    { queryKey: alertQueryKeys.lists },
    (pages) => pages && applyNotificationRead(pages, read),
  )
}
