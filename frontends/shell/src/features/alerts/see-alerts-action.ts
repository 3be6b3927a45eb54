import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import {
  cacheUnseenNotificationCount,
  refetchUnseenNotificationCount,
  unseenNotificationsQueryKey,
} from '../../unread/unseen-notification-count.ts'

/** The member has seen the notifications up to and including the time `before`, in ISO 8601 and UTC. */
type SeeAlertsActionData = { before: string }

/** Takes the notifications that were on the screen out of the badge. They stay unread. */
export const seeAlertsAction: OutboxKind<SeeAlertsActionData, ApiResponse<'PUT /posts/notifications/seen'>> = {
  name: 'see-alerts',
  plan: ({ before }) => ({
    lane: 'alerts', // the same as of `readAlertAction`, one after the other: the last response has the current count
    replaceKey: 'see alerts',
    requests: [{ call: 'PUT /posts/notifications/seen', body: { before } }],
  }),
  merge: (earlier, later) => (earlier.before > later.before ? earlier : later),
  show: (cache) => cacheUnseenNotificationCount(cache, { count: 0 }),
  hide: (cache) => refetchUnseenNotificationCount(cache),
  isShownIn: ([scope]) => scope === unseenNotificationsQueryKey[0],
  getSubject: () => 'seen alerts',
  settle: (cache, _entry, count) => cacheUnseenNotificationCount(cache, count),
  describeRefusal: () => '', // only an older version of the service refuses it, and an empty text shows no toast
  onRefusal: 'drop',
}
registerOutboxKind(seeAlertsAction)
