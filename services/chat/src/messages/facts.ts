import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import type { Message } from './message.ts'

/** What all facts about messages say first: who did it when, with which message, to whom. */
export const aboutMessage = (
  message: Pick<Message, '_id' | 'conversationId' | 'sender' | 'recipient'>,
  actor: Actor,
) => {
  const otherId = actor._id === message.sender._id ? message.recipient._id : message.sender._id
  return { messageId: message._id, actor, otherId }
}

/** The envelope of a fact about a conversation. */
export const ofConversation = (conversationId: string, time: Date) => ({
  source: 'chat',
  subject: conversationId,
  id: newId(time),
  time,
})

/** The fact that a message was sent; it is in the `rev` of its message. */
export const sent = (message: Message, actor: Actor): DomainEvent => {
  const { conversationId, createdAt, rev, seq, messageType, threadId } = message
  return createEvent(events.messageSent, {
    ...ofConversation(conversationId, createdAt),
    data: { ...aboutMessage(message, actor), rev, seq, messageType, threadId },
  })
}
