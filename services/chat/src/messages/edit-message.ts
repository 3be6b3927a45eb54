import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { aboutMessage, ofConversation } from './facts.ts'
import type { Message } from './message.ts'

export type Edit = { messageId: string; content: string; by: Actor; at: Date }

/** Edits of messages. A change is stored with the fact that it causes, or not at all. */
export type EditRepository = {
  /**
   * Gives a message another text and keeps the earlier one; the same text again changes nothing.
   * @throws message_not_found, not_your_message, not_a_text, member_not_found across a block
   */
  edit(
    edit: Edit,
    announce: (message: Message, rev: number) => DomainEvent,
  ): Promise<{ message: Message; changed: boolean }>
}

type Editable = Pick<Message, 'content' | 'messageType' | 'createdAt' | 'editedAt' | 'deletedAt'> & {
  sender: { _id: string }
}

/**
 * When the message was edited, later than ever before; undefined where it has this text already.
 * @throws message_not_found, not_your_message, not_a_text
 */
export function editMessage(message: Editable, { content, by, at }: Omit<Edit, 'messageId'>): Date | undefined {
  if (message.deletedAt) throw new DomainError('message_not_found')
  if (message.sender._id !== by._id) throw new DomainError('not_your_message')
  if (message.messageType !== 'text') throw new DomainError('not_a_text')
  if (message.content === content) return undefined
  const before = (message.editedAt ?? message.createdAt).getTime()
  return new Date(Math.max(at.getTime(), before + 1))
}

/** The fact that a message has another text. */
export const edited = (message: Message, { by, at }: Edit, rev: number): DomainEvent =>
  createEvent(events.messageEdited, {
    ...ofConversation(message.conversationId, at),
    data: { ...aboutMessage(message, by), rev },
  })
