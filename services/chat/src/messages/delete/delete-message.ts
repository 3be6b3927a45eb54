import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { claimsToActor } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import type { ConversationChange, UnreadTotal } from '../../conversations/conversation.ts'
import type { Push } from '../../realtime/push/push-bus.ts'
import {
  getRecipient,
  listParticipants,
  type Message,
  toConversationEventFields,
  toMessageEventData,
} from '../message.ts'

export type MessageDeletion = { messageId: string; by: Actor; at: Date; eventId: string }

/** The message as it was before its deletion, and the `rev` after it. */
type DeletedMessage = {
  message: Message
  rev: number
  /** The recipient's unread total, if the message was unread. */
  unread: UnreadTotal | undefined
}

/**
 * Deletes the content of a message and stores the event in one transaction; its `seq` stays. Returns undefined if it is
 * already deleted.
 * @throws message_not_found, not_your_message
 */
export type StoreMessageDeletion = (deletion: MessageDeletion) => Promise<DeletedMessage | undefined>

export type DeleteMessageDeps = {
  messages: { delete: StoreMessageDeletion }
  push: Push
  /** Starts the removal of queued media files. */
  wakeMediaCleanup: () => void
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Deletes an own message and pushes that to all devices of both members. Deleting it again changes nothing.
 * @throws the errors of `StoreMessageDeletion`
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
  if (message.pictures.length > 0) wakeMediaCleanup()
  for (const [member, userId] of listParticipants(message)) {
    push({ to: { member }, name: 'messageDeleted', payload: { messageId, userId, rev } })
  }
  if (unread) push({ to: { member: getRecipient(message)._id }, name: 'unread', payload: unread })
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
export const toDeletionChange = (message: Pick<Message, 'seq' | 'readUpTo' | 'recipient'>): ConversationChange =>
  message.seq > message.readUpTo ? { unread: { of: getRecipient(message)._id, by: -1 } } : {}

export const createMessageDeletedEvent = (
  message: Message,
  { by, at, eventId }: MessageDeletion,
  rev: number,
): DomainEvent =>
  createEvent(events.messageDeleted, {
    ...toConversationEventFields(message.conversationId, { id: eventId, time: at }),
    data: { ...toMessageEventData(message, by), rev },
  })
