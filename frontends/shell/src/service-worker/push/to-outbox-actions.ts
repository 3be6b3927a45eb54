import { trimText } from '@meadow/contracts/visible-text'
import type { ShownPush } from './push-payload.ts'
import type { PushOutboxAction } from './push-worker-deps.ts'

/**
 * Returns what an action of a notification stores in the outbox; an answer also reads. Returns undefined if the action cannot
 * be done without opening the app, such as a reply in a browser whose notifications have no text field.
 */
export function toOutboxActions(
  push: ShownPush,
  action: string,
  reply: string | undefined,
): PushOutboxAction[] | undefined {
  const text = reply && trimText(reply)
  if (action === 'mark-read') return toReadActions(push)
  if (action === 'like' && push.postId) return [{ kind: 'like', postId: push.postId }, ...toReadActions(push)]
  if (action !== 'reply' || !text) return undefined
  if (push.type === 'message' && push.userId)
    return [{ kind: 'message', recipientId: push.userId, text }, ...toReadActions(push)]
  const { postId, commentId: parentId } = push
  return postId ? [{ kind: 'comment', postId, parentId, text }, ...toReadActions(push)] : undefined
}

function toReadActions({ type, id, userId }: ShownPush): PushOutboxAction[] {
  if (type === 'test') return []
  if (type !== 'message') return [{ kind: 'read-alert', notificationId: id }]
  return userId ? [{ kind: 'read-messages', userId, upToMessageId: id }] : []
}
