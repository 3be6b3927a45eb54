import { createHash } from 'node:crypto'
import type { MessageView } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type Caller, DomainError, newId } from '@meadow/service'
import type { Push } from '../realtime/push/socket-push.ts'
import { sent } from './facts.ts'
import type { MessagePicture } from './message.ts'
import type { MessageRepository } from './message-repository.ts'
import type { ToMessageView } from './view.ts'

export type SendParts = {
  messages: Pick<MessageRepository, 'send'>
  toView: ToMessageView
  push: Push
  now: () => Date
}

/** What a member writes: a text, or a picture. */
export type Draft = {
  recipientId: string
  clientMessageId?: string | undefined
  replyTo?: string | undefined
  threadId?: string | undefined
} & ({ content: string } | { picture: MessagePicture; pictureHash: string })

/**
 * Sends what a member wrote, and tells all devices of both. A repeat answers what was sent before and tells nobody.
 * @throws cannot_message_self, and what the repository does
 */
export async function sendMessage(parts: SendParts, caller: Caller, draft: Draft): Promise<MessageView> {
  const sender = claimsToActor(caller)
  const { recipientId, clientMessageId, replyTo, threadId } = draft
  if (recipientId === sender._id) throw new DomainError('cannot_message_self')
  const createdAt = parts.now()
  const written =
    'content' in draft
      ? { content: draft.content, messageType: 'text' as const, picture: undefined }
      : { content: '', messageType: 'image' as const, picture: draft.picture }
  const message = {
    ...{ ...written, _id: newId(createdAt), createdAt, clientMessageId, replyTo, threadId },
    fingerprint: fingerprintOf(draft),
  }
  const { message: made, unread } = await parts.messages.send(message, sender, recipientId, (it) => sent(it, sender))
  const own = parts.toView(made, sender)
  if (!unread) return own
  const recipient = { _id: recipientId }
  parts.push({ to: { member: recipientId }, name: 'newMessage', payload: parts.toView(made, recipient) })
  parts.push({ to: { member: recipientId }, name: 'unread', payload: unread })
  parts.push({ to: { member: sender._id }, name: 'messageSent', payload: own })
  return own
}

function fingerprintOf(draft: Draft): string {
  const what = 'content' in draft ? ['text', draft.content] : ['image', draft.pictureHash]
  const asked = [draft.recipientId, ...what, draft.replyTo ?? null, draft.threadId ?? null]
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
}
