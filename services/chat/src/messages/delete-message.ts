import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { UnreadTotal } from '../conversations/conversation.ts'
import { aboutMessage, ofConversation } from './facts.ts'
import type { Message } from './message.ts'

export type Deletion = { messageId: string; by: Actor; at: Date }

/** What was deleted: the message as it was, and the `rev` after it. */
type Deleted = {
  message: Message
  rev: number
  /** What is unread in all for the recipient, where it was unread for them. */
  unread: UnreadTotal | undefined
}

/** Deletions of messages. A change is stored with the fact that it causes, or not at all. */
export type DeletionRepository = {
  /**
   * Leaves only the place of a message: nothing of it is kept, quoted or counted any more. Undefined where that was so.
   * @throws message_not_found, not_your_message
   */
  delete(deletion: Deletion, announce: (message: Message, rev: number) => DomainEvent): Promise<Deleted | undefined>
}

/** Whether there is anything to delete. @throws not_your_message */
export function mayDelete(message: { sender: { _id: string }; deletedAt: Date | null }, by: { _id: string }): boolean {
  if (message.sender._id !== by._id) throw new DomainError(message.deletedAt ? 'message_not_found' : 'not_your_message')
  return message.deletedAt === null
}

/** The fact that only the place of a message is left. */
export const deleted = (message: Message, { by, at }: Deletion, rev: number): DomainEvent =>
  createEvent(events.messageDeleted, {
    ...ofConversation(message.conversationId, at),
    data: { ...aboutMessage(message, by), rev },
  })
