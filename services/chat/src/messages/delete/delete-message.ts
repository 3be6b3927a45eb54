import { claimsToActor } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import type { ConversationChange } from '../../conversations/conversation.ts'
import type { Push } from '../../realtime/push/socket-push.ts'
import { listParticipants, type Message } from '../message.ts'
import type { MessageRepository } from '../message-repository.ts'

export type DeleteMessageDeps = {
  messages: Pick<MessageRepository, 'delete'>
  push: Push
  /** Starts the removal of queued media files. */
  wakeMediaCleanup: () => void
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Deletes an own message and pushes that to all devices of both members. Deleting it again changes nothing.
 * @throws the errors of `MessageRepository.delete`
 */
export async function deleteMessage(
  { messages, push, wakeMediaCleanup, now, newId }: DeleteMessageDeps,
  caller: Caller,
  messageId: string,
): Promise<void> {
  const at = now()
  const deleted = await messages.delete({ messageId, by: claimsToActor(caller), at, eventId: newId(at) })
  if (!deleted) return
  const { message, rev, unread } = deleted
  if (message.picture) wakeMediaCleanup()
  for (const [member, userId] of listParticipants(message)) {
    push({ to: { member }, name: 'messageDeleted', payload: { messageId, userId, rev } })
  }
  if (unread) push({ to: { member: message.recipient._id }, name: 'unread', payload: unread })
}

/**
 * Returns true if `by` may delete the message, false if it is already deleted.
 * @throws not_your_message; message_not_found if a message of the other participant is already deleted
 */
export function isDeletable(
  message: { sender: { _id: string }; deletedAt: Date | null },
  by: { _id: string },
): boolean {
  if (message.sender._id !== by._id) throw new DomainError(message.deletedAt ? 'message_not_found' : 'not_your_message')
  return message.deletedAt === null
}

/** Returns the change of the conversation: a deleted message no longer counts as unread. */
export const toDeletionChange = ({
  seq,
  readUpTo,
  recipient,
}: Pick<Message, 'seq' | 'readUpTo' | 'recipient'>): ConversationChange =>
  seq > readUpTo ? { unread: { of: recipient._id, by: -1 } } : {}
