import type { NotificationType } from '@meadow/contracts/browser'
import type { OutboxKindPlan } from './outbox-kind-plan.ts'

/** One notification, or all of a filter that are not newer than `before`. `isAutomatic`: its push was opened. */
export type ReadAlertActionData =
  | { id: string; isAutomatic: boolean }
  | { filter: 'all' | NotificationType; before: string }

/** Marks notifications as read. Without a filter the service marks also types that this page does not know. */
export const readAlertPlan: OutboxKindPlan<ReadAlertActionData> = {
  name: 'read-alert',
  toEntry: (data) => ({
    lane: 'alerts', // one after the other: the last response has the current count
    replaceKey: 'id' in data ? `read alert ${data.id}` : `read alerts ${data.filter}`,
    requests: [
      'id' in data
        ? { call: 'PUT /posts/notifications/:id/read', params: { id: data.id } }
        : {
            call: 'PUT /posts/notifications/read-all',
            body: { ...(data.filter !== 'all' && { types: [data.filter] }), before: data.before },
          },
    ],
  }),
}
