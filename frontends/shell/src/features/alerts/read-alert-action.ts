import { type ReadAlertActionData, readAlertPlan } from '@meadow/features/outbox-plans'
import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { cacheUnseenNotificationCount } from '../../unread/unseen-notification-count.ts'
import { alertQueryKeys, cacheNotificationRead, type NotificationRead } from './alert-cache.ts'
import { t } from './texts.ts'
import { refetchAlertCounts } from './use-alerts.ts'

/** Marks notifications as read. Without a filter the service marks also types that this page does not know. */
export const readAlertAction: OutboxKind<ReadAlertActionData, ApiResponse<'PUT /posts/notifications/:id/read'>> = {
  ...readAlertPlan,
  show: (cache, { data }) => cacheNotificationRead(cache, toNotificationRead(data)),
  hide: (cache) => void cache.invalidateQueries({ queryKey: alertQueryKeys.lists }),
  isShownIn: ([scope, part]) => scope === alertQueryKeys.lists[0] && part === alertQueryKeys.lists[1],
  getSubject: ({ replaceKey }) => replaceKey,
  settle(cache, { data }, count) {
    cacheNotificationRead(cache, toNotificationRead(data))
    refetchFetchingLists(cache)
    cacheUnseenNotificationCount(cache, count)
    void refetchAlertCounts(cache)
  },
  describeRefusal: (_refusal, data) => ('isAutomatic' in data && data.isAutomatic ? '' : t('alerts.readFailed')),
  onRefusal: 'drop',
}
registerOutboxKind(readAlertAction)

const toNotificationRead = (data: ReadAlertActionData): NotificationRead =>
  'id' in data ? { ids: [data.id] } : { types: data.filter === 'all' ? 'all' : [data.filter], before: data.before }

/** A list that is being fetched may arrive with the old state. */
function refetchFetchingLists(cache: QueryClient): void {
  if (cache.isFetching({ queryKey: alertQueryKeys.lists }) > 0)
    void cache.invalidateQueries({ queryKey: alertQueryKeys.lists })
}
