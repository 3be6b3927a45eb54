import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { Message } from './message.ts'
import type { MessageDeletion, MessageEdit } from './message-repository.ts'

type EventMessage = Pick<Message, '_id' | 'conversationId' | 'sender' | 'recipient'>

/** Returns the fields that all events about a message have in common. */
export function toMessageEventData(message: EventMessage, actor: Actor) {
  const otherId = actor._id === message.sender._id ? message.recipient._id : message.sender._id
  return { messageId: message._id, actor, otherId }
}

/** Returns the envelope of an event whose subject is a conversation. */
export const toConversationEnvelope = (conversationId: string, { id, time }: { id: string; time: Date }) => ({
  source: 'chat',
  subject: conversationId,
  id,
  time,
})

export function createMessageSentEvent(message: Message, actor: Actor, eventId: string): DomainEvent {
  const { conversationId, createdAt, rev, seq, messageType, threadId } = message
  return createEvent(events.messageSent, {
    ...toConversationEnvelope(conversationId, { id: eventId, time: createdAt }),
    data: { ...toMessageEventData(message, actor), rev, seq, messageType, threadId },
  })
}

export const createMessageEditedEvent = (
  message: Message,
  { by, at, eventId }: MessageEdit,
  rev: number,
): DomainEvent =>
  createEvent(events.messageEdited, {
    ...toConversationEnvelope(message.conversationId, { id: eventId, time: at }),
    data: { ...toMessageEventData(message, by), rev },
  })

export const createMessageDeletedEvent = (
  message: Message,
  { by, at, eventId }: MessageDeletion,
  rev: number,
): DomainEvent =>
  createEvent(events.messageDeleted, {
    ...toConversationEnvelope(message.conversationId, { id: eventId, time: at }),
    data: { ...toMessageEventData(message, by), rev },
  })
