import { createNewOutboxEntry, type NewOutboxEntry, type OutboxPlan } from '@meadow/web/outbox-engine'
import type { PushOutboxAction } from './push-worker-deps.ts'
import { t } from './texts.ts'

type EntryFields = { id: string; memberId: string; now: Date }
/** As the kind of this name plans it in the page: the page shows and describes the entry while it waits. */
type PlannedAction = { kind: string; data: unknown; description: string | null; plan: OutboxPlan }

/** Creates the entry of the outbox for an action. `id` is its client key. */
export const toOutboxEntry = (action: PushOutboxAction, { id, memberId, now }: EntryFields): NewOutboxEntry =>
  createNewOutboxEntry({ id, memberId, now, ...planAction(action, id) })

function planAction(action: PushOutboxAction, id: string): PlannedAction {
  switch (action.kind) {
    case 'message':
      return planMessage(action, id)
    case 'comment':
      return planComment(action, id)
    case 'like':
      return planLike(action)
    case 'read-messages':
      return planReadMark(action)
    case 'read-alert':
      return planReadAlert(action)
  }
}

type Action<Kind extends PushOutboxAction['kind']> = Extract<PushOutboxAction, { kind: Kind }>

const planMessage = ({ recipientId, text }: Action<'message'>, id: string): PlannedAction => ({
  kind: 'message',
  data: { recipientId, content: text, pictures: [], replyTo: null, threadId: null },
  description: text,
  plan: {
    lane: `conversation ${recipientId}`,
    requests: [{ call: 'POST /messages', body: { recipientId, clientMessageId: id, content: text } }],
  },
})

const planComment = ({ postId, text }: Action<'comment'>, id: string): PlannedAction => ({
  kind: 'comment',
  data: { post: postId, text },
  description: text,
  plan: {
    lane: `post ${postId}`,
    requests: [{ call: 'POST /posts/:id/comments', params: { id: postId }, body: { text }, key: id }],
  },
})

const planLike = ({ postId }: Action<'like'>): PlannedAction => ({
  kind: 'like',
  data: { postId, isLiked: true },
  description: t('push.like'),
  plan: {
    lane: `post ${postId}`,
    replaceKey: `like ${postId}`,
    requests: [{ call: 'POST /posts/:id/like', params: { id: postId }, body: { state: true } }],
  },
})

/** Without a replace key: a page may have read further, and this worker does not know the order of the messages. */
const planReadMark = ({ userId, upToMessageId }: Action<'read-messages'>): PlannedAction => ({
  kind: 'read-mark',
  data: { userId, messageId: upToMessageId, seq: 0 },
  description: null,
  plan: {
    lane: `read mark ${userId}`,
    requests: [{ call: 'PUT /messages/:id/read', params: { id: upToMessageId } }],
  },
})

const planReadAlert = ({ notificationId }: Action<'read-alert'>): PlannedAction => ({
  kind: 'read-alert',
  data: { id: notificationId, isAutomatic: true },
  description: null,
  plan: {
    lane: 'alerts',
    replaceKey: `read alert ${notificationId}`,
    requests: [{ call: 'PUT /posts/notifications/:id/read', params: { id: notificationId } }],
  },
})
