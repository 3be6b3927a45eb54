import type { NotificationType, NotificationView, ServerToClientEvents } from '@meadow/contracts/browser'
import type { ApiResponse, InfiniteData, QueryClient } from '@meadow/web'

export type AlertFilter = 'all' | NotificationType
type NotificationListResponse = ApiResponse<'GET /posts/notifications'>
export type AlertPages = InfiniteData<NotificationListResponse>
export type AlertCounts = Pick<NotificationListResponse, 'counts' | 'unread'>
/** Notifications by id, or by time, of some types or of all. */
export type NotificationRead = ServerToClientEvents['notificationRead'] | { before: string; types: 'all' }

export const alertQueryKeys = {
  lists: ['alerts', 'list'] as const,
  list: (filter: AlertFilter | NotificationView['type']) => ['alerts', 'list', filter] as const,
  counts: ['alerts', 'counts'] as const,
}

/** Prepends a notification. A known one moves to the front: another member did the same. */
export function prependAlert(pages: AlertPages, alert: NotificationView): AlertPages {
  const others = pages.pages.map((page) => ({
    ...page,
    notifications: page.notifications.filter(({ _id }) => _id !== alert._id),
  }))
  const [first, ...rest] = others
  if (!first) return pages
  return { ...pages, pages: [{ ...first, notifications: [alert, ...first.notifications] }, ...rest] }
}

/** Marks notifications as read: by ids, or by types up to and including a time. */
export const applyNotificationRead = (pages: AlertPages, read: NotificationRead): AlertPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((alert) => (isCoveredBy(alert, read) ? { ...alert, isRead: true } : alert)),
  })),
})

const isCoveredBy = ({ _id, type, updatedAt }: NotificationView, read: NotificationRead): boolean =>
  'ids' in read
    ? read.ids.includes(_id)
    : (read.types === 'all' || read.types.includes(type)) && updatedAt <= read.before

/** Flattens pages to unique notifications, newest first. Pages may overlap. */
export function flattenAlertPages(pages: AlertPages | undefined): NotificationView[] {
  const all = pages?.pages.flatMap(({ notifications }) => notifications) ?? []
  return [...new Map(all.toReversed().map((alert) => [alert._id, alert])).values()].toReversed()
}

/** Adds a notification to every cached list whose filter matches. */
export function cacheAlert(cache: QueryClient, alert: NotificationView): void {
  for (const filter of ['all', alert.type] as const)
    cache.setQueryData<AlertPages>(alertQueryKeys.list(filter), (pages) => pages && prependAlert(pages, alert))
}

/** Marks notifications as read in every cached list. */
export function cacheNotificationRead(cache: QueryClient, read: NotificationRead): void {
  cache.setQueriesData<AlertPages>(
    { queryKey: alertQueryKeys.lists },
    (pages) => pages && applyNotificationRead(pages, read),
  )
}
