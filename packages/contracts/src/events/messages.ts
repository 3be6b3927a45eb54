import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { Actor } from '../shapes/actor.ts'
import { Count, Id } from '../text.ts'

/** `rev` is the conversation's after this. No text of a message travels. */
const OfMessage = z.object({ messageId: Id, actor: Actor, otherId: Id, rev: Count })

export const messageSent = defineEvent({
  type: 'message.sent',
  topic: 'messages',
  version: 1,
  from: ['chat'],
  summary: 'A member wrote to another',
  data: OfMessage.extend({ seq: Count, messageType: z.enum(['text', 'image']), threadId: Id.nullable() }),
})

export const messageEdited = defineEvent({
  type: 'message.edited',
  topic: 'messages',
  version: 1,
  from: ['chat'],
  summary: 'A message has another text',
  data: OfMessage,
})
export const messageDeleted = defineEvent({
  type: 'message.deleted',
  topic: 'messages',
  version: 1,
  from: ['chat'],
  summary: 'Of a message only its place is left',
  data: OfMessage,
})

/** `emoji` is null when it was taken away. */
export const messageReacted = defineEvent({
  type: 'message.reacted',
  topic: 'messages',
  version: 1,
  from: ['chat'],
  summary: 'A member put an emoji under a message, or took theirs away',
  data: OfMessage.extend({ emoji: z.string().nullable() }),
})

/** `readerId` has read what `otherId` wrote, up to and including `upToSeq`. */
export const messageRead = defineEvent({
  type: 'message.read',
  topic: 'messages',
  version: 1,
  from: ['chat'],
  summary: 'A member has read what the other wrote, up to and including a place',
  data: z.object({ readerId: Id, otherId: Id, upToSeq: Count, rev: Count }),
})
