import { type Actor, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { ConversationRepository } from '../../conversations/conversation-repository.ts'
import type { Push } from '../../realtime/push/push-bus.ts'
import {
  type ChangedMessage,
  listInformedMembers,
  type MessageChange,
  type MessageChangePlan,
  type MessageChangeRule,
} from '../change-message.ts'
import { getRecipient, type Message, toConversationEventFields, toMessageEventData } from '../message.ts'

/**
 * Deletes the content of a message and stores the event in one transaction; its `seq` stays. A message that is already deleted
 * does not change.
 * @throws message_not_found, not_your_message
 */
export type StoreMessageDeletion = (deletion: MessageChange) => Promise<ChangedMessage>

export type DeleteMessageDeps = {
  messages: { delete: StoreMessageDeletion }
  conversations: Pick<ConversationRepository, 'isOpen'>
  push: Push
  /** Starts the removal of queued media files. */
  wakeMediaCleanup: () => void
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Deletes a message by its sender and pushes that to all devices of both members; across a block, to those of the sender alone.
 * Deleting it again changes nothing.
 * @throws the errors of `StoreMessageDeletion`
 */
export async function deleteMessage(
  { messages, conversations, push, wakeMediaCleanup, now, newId }: DeleteMessageDeps,
  by: Actor,
  messageId: string,
): Promise<void> {
  const at = now()
  const deletion = { messageId, by, at, eventId: newId(at) }
  const { isChanged, before, message, totals } = await messages.delete(deletion)
  if (!isChanged) return
  if (before.pictures.length > 0 || before.voice || before.video) wakeMediaCleanup()
  const informed = await listInformedMembers(conversations, message, deletion.by)
  for (const [member, userId] of informed) {
    push({ to: { member }, name: 'messageDeleted', payload: { messageId, userId, rev: message.rev } })
  }
  const recipientId = getRecipient(message)._id
  const unread = totals.get(recipientId)
  const isInformed = informed.some(([member]) => member === recipientId)
  if (unread && isInformed && listUnreadRecipients(before).length > 0)
    push({ to: { member: recipientId }, name: 'unread', payload: unread })
}

/** Returns the members for whom a message counts as unread. Those of a message request do not count. */
export const listUnreadRecipients = (
  message: Pick<Message, 'seq' | 'readUpTo' | 'recipient' | 'hiddenFrom' | 'isRequest'>,
): string[] => {
  const recipientId = getRecipient(message)._id
  return message.seq > message.readUpTo && !message.isRequest && !message.hiddenFrom?.includes(recipientId)
    ? [recipientId]
    : []
}

/**
 * Returns true if `by` may delete the message, false if it is already deleted.
 * @throws not_your_message, also for a system line; message_not_found if a message of the other participant is already deleted
 */
export function isDeletable(
  message: Pick<Message, 'deletedAt' | 'system'> & { sender: { _id: string } },
  by: { _id: string },
): boolean {
  if (message.system) throw new DomainError('not_your_message')
  if (message.sender._id !== by._id) throw new DomainError(message.deletedAt ? 'message_not_found' : 'not_your_message')
  return message.deletedAt === null
}

/** The rule of a deletion. A deleted message no longer counts as unread; replies and the root of its thread show that it is gone. */
export const messageDeletionRule: MessageChangeRule<MessageChange, MessageChangePlan> = {
  changesHidden: true,
  plan(message, { by }) {
    if (!isDeletable(message, by)) return undefined
    const shownBy = { threadId: message.threadId }
    const of = listUnreadRecipients(message)
    return of.length > 0 ? { shownBy, unread: { of, by: -1 } } : { shownBy }
  },
  createEvent: (message, { by, at, eventId }, rev) =>
    createEvent(events.messageDeleted, {
      ...toConversationEventFields(message.conversationId, { id: eventId, time: at }),
      data: { ...toMessageEventData(message, by), rev },
    }),
}
