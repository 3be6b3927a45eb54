import type { OutboxKindPlan } from './outbox-kind-plan.ts'

export type ReadMarkActionData = { userId: string; messageId: string; seq: number }

/** Marks the messages of a conversation as read, up to one of them. Only the furthest mark is sent. */
export const readMarkPlan: OutboxKindPlan<ReadMarkActionData> = {
  name: 'read-mark',
  toEntry: ({ userId, messageId }) => ({
    lane: `read mark ${userId}`,
    requests: [{ call: 'PUT /messages/:id/read', params: { id: messageId } }],
    replaceKey: `read-mark ${userId}`,
  }),
}
