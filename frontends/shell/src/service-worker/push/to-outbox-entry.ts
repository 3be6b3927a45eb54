import { commentPlan, likePlan, messagePlan, readAlertPlan, readMarkPlan } from '@meadow/features/outbox-plans'
import { createNewOutboxEntry, type NewOutboxEntry, type OutboxPlan } from '@meadow/web/outbox-engine'
import type { PushOutboxAction } from './push-worker-deps.ts'
import { t } from './texts.ts'

type EntryFields = { id: string; memberId: string; now: Date }
/** As the kind of this name plans it in the page, which shows the entry while it waits. */
type PlannedAction = { kind: string; data: unknown; plan: OutboxPlan }

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
      return planLike(action, id)
    case 'read-messages':
      return planReadMark(action, id)
    case 'read-alert':
      return planReadAlert(action, id)
  }
}

type Action<Kind extends PushOutboxAction['kind']> = Extract<PushOutboxAction, { kind: Kind }>

function planMessage({ recipientId, text }: Action<'message'>, id: string): PlannedAction {
  const data = { recipientId, content: text, pictures: [], replyTo: null, threadId: null }
  return toPlannedAction(messagePlan, data, id, t('push.waitingMessage', { text }))
}

const planComment = ({ postId, parentId, text }: Action<'comment'>, id: string): PlannedAction =>
  toPlannedAction(commentPlan, { post: postId, text, parentId }, id, t('push.waitingComment', { text }))

const planLike = ({ postId }: Action<'like'>, id: string): PlannedAction =>
  toPlannedAction(likePlan, { postId, isLiked: true }, id, t('push.waitingLike'))

/** Without a replace key: a page may have read further, and this worker does not know the order of the messages. */
function planReadMark({ userId, upToMessageId }: Action<'read-messages'>, id: string): PlannedAction {
  const { plan, ...action } = toPlannedAction(readMarkPlan, { userId, messageId: upToMessageId, seq: 0 }, id)
  return { ...action, plan: { lane: plan.lane, requests: plan.requests } }
}

const planReadAlert = ({ notificationId }: Action<'read-alert'>, id: string): PlannedAction =>
  toPlannedAction(readAlertPlan, { id: notificationId, isAutomatic: true }, id)

const toPlannedAction = <Data>(
  { name, plan }: { name: string; plan: (data: Data, id: string) => OutboxPlan },
  data: Data,
  id: string,
  description?: string,
): PlannedAction => ({
  kind: name,
  data,
  plan: { ...plan(data, id), ...(description !== undefined && { description }) },
})
