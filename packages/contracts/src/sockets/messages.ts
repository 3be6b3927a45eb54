import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'
import { MessageView, ReactionView } from '../shapes/message.ts'
import { Presence } from '../shapes/presence.ts'
import { Count, Id } from '../text.ts'

export const saysTyping = defineSocketMessage({
  to: 'server',
  name: 'typing',
  summary: 'The member is writing to somebody with whom they have a conversation; who says it is known from the token',
  payload: z.object({ recipientId: Id }),
})

export const typing = defineSocketMessage({
  to: 'client',
  name: 'typing',
  summary: 'Somebody is writing to the member, for the next two seconds',
  payload: z.object({ senderId: Id, recipientId: Id }),
})

export const newMessage = defineSocketMessage({
  to: 'client',
  name: 'newMessage',
  summary: 'A message for the member; a client that has it acknowledges it',
  payload: MessageView,
})

export const messageSent = defineSocketMessage({
  to: 'client',
  name: 'messageSent',
  summary: 'A message that the member sent, by whichever device',
  payload: MessageView,
})

export const messageEdited = defineSocketMessage({
  to: 'client',
  name: 'messageEdited',
  summary: 'A message has another text',
  payload: MessageView,
})

/** `userId` names the conversation: the other member, as the receiver sees it. So it does in what follows. */
export const messageReaction = defineSocketMessage({
  to: 'client',
  name: 'messageReaction',
  summary: 'The emoji under a message are these now',
  payload: z.object({ messageId: Id, userId: Id, reactions: z.array(ReactionView), rev: Count }),
})

export const messageDeleted = defineSocketMessage({
  to: 'client',
  name: 'messageDeleted',
  summary: 'Of a message only its place is left',
  payload: z.object({ messageId: Id, userId: Id, rev: Count }),
})

export const messageRead = defineSocketMessage({
  to: 'client',
  name: 'messageRead',
  summary: 'One of the two has read what the other wrote, up to and including a place',
  payload: z.object({ userId: Id, readerId: Id, upToSeq: Count, rev: Count }),
})

export const messageDelivered = defineSocketMessage({
  to: 'client',
  name: 'messageDelivered',
  summary: 'What one of the two wrote has reached a device of the other, up to and including a place',
  payload: z.object({ userId: Id, receiverId: Id, upToSeq: Count, rev: Count }),
})

export const presence = defineSocketMessage({
  to: 'client',
  name: 'presence',
  summary: 'Somebody with whom the member talks came or went',
  payload: Presence.extend({ userId: Id }),
})
