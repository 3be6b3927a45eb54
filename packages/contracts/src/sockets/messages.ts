import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'
import { ConversationMarksView, MessageView, ReactionView } from '../shapes/message.ts'
import { Presence } from '../shapes/presence.ts'
import { Count, Id } from '../text.ts'

export const typing = defineSocketMessage({
  summary: 'A member is typing to the receiver; valid for two seconds',
  payload: z.object({ senderId: Id, recipientId: Id }),
})

export const newMessage = defineSocketMessage({
  summary: 'The member received a message; the client acknowledges it. `isMuted`: they mute the conversation',
  payload: MessageView.extend({ isMuted: z.boolean().optional() }),
})

export const messageSent = defineSocketMessage({
  summary: 'The member sent a message, on any of their devices',
  payload: MessageView,
})

export const messageEdited = defineSocketMessage({
  summary: 'The text or the link preview of a message changed',
  payload: MessageView,
})

export const messageProcessed = defineSocketMessage({
  summary: 'The recording of a message can be played, or could not be encoded',
  payload: MessageView,
})

/** In this and the following messages `userId` identifies the conversation: it is the id of the receiver's partner. */
export const messageReaction = defineSocketMessage({
  summary: 'The reactions to a message changed; the payload has all of them',
  payload: z.object({ messageId: Id, userId: Id, reactions: z.array(ReactionView), rev: Count }),
})

export const messageDeleted = defineSocketMessage({
  summary: 'A message was deleted; its `seq` stays in use. `isHidden`: it has disappeared, and is not shown as deleted',
  payload: z.object({ messageId: Id, userId: Id, rev: Count, isHidden: z.boolean().optional() }),
})

export const messageHidden = defineSocketMessage({
  summary: 'The member deleted a message for themselves, on any of their devices. The other member is not told',
  payload: z.object({ messageId: Id, userId: Id, rev: Count }),
})

export const messageRead = defineSocketMessage({
  summary: "One member read the other's messages, up to and including a `seq`",
  payload: z.object({ userId: Id, readerId: Id, upToSeq: Count, rev: Count }),
})

export const messagePlayed = defineSocketMessage({
  summary:
    'A member has begun to play a voice message. `rev` is that of the message, and stays if one of the two hides read marks',
  payload: z.object({ messageId: Id, userId: Id, listenerId: Id, rev: Count }),
})

export const messageStarred = defineSocketMessage({
  summary: 'The member has starred a message, or removed the star, on one of their devices',
  payload: z.object({ messageId: Id, userId: Id, isStarred: z.boolean() }),
})

export const messageDelivered = defineSocketMessage({
  summary: "One member's messages reached a device of the other, up to and including a `seq`",
  payload: z.object({ userId: Id, receiverId: Id, upToSeq: Count, rev: Count }),
})

export const conversationMarked = defineSocketMessage({
  summary:
    'The member muted, pinned, archived or marked a conversation, on any of their devices: ignore it after one with a higher `changeSeq`. The other member is not told',
  payload: z.object({ userId: Id, marks: ConversationMarksView, changeSeq: Count }),
})

export const messageRequestUpdated = defineSocketMessage({
  summary:
    'A message request of another member, or one that the member sent, has changed: it arrived, got a message, was accepted or declined. Load it again',
  payload: z.object({ userId: Id }),
})

export const presence = defineSocketMessage({
  summary: 'A conversation partner came online or went offline',
  payload: Presence.extend({ userId: Id }),
})
