import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { Actor } from '../shapes/actor.ts'
import { Count, Id } from '../text.ts'

/** Subject of all of these: the conversation, whose `rev` it was after this. No text of a message travels. From chat. */
const OfMessage = z.object({ messageId: Id, actor: Actor, otherId: Id, rev: Count })

/** `actor` wrote to `otherId`. */
export const messageSent = defineEvent({
  type: 'message.sent',
  topic: 'messages',
  version: 1,
  data: OfMessage.extend({ seq: Count, messageType: z.enum(['text', 'image']), threadId: Id.nullable() }),
})

export const messageEdited = defineEvent({ type: 'message.edited', topic: 'messages', version: 1, data: OfMessage })
export const messageDeleted = defineEvent({ type: 'message.deleted', topic: 'messages', version: 1, data: OfMessage })

/** `emoji` is null when it was taken away. */
export const messageReacted = defineEvent({
  type: 'message.reacted',
  topic: 'messages',
  version: 1,
  data: OfMessage.extend({ emoji: z.string().nullable() }),
})

/** `readerId` has read what `otherId` wrote, up to and including `upToSeq`. */
export const messageRead = defineEvent({
  type: 'message.read',
  topic: 'messages',
  version: 1,
  data: z.object({ readerId: Id, otherId: Id, upToSeq: Count, rev: Count }),
})
