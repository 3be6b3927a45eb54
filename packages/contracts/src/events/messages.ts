import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { MAX_GROUP_MEMBERS } from '../limits.ts'
import { Actor } from '../shapes/actor.ts'
import { Count, Id } from '../text.ts'

/** `rev` is the revision of the conversation after the change. Events never contain the text of a message. */
const MessageChange = z.object({ messageId: Id, actor: Actor, otherId: Id, rev: Count })

/** `isMuted`: the other member mutes the conversation, and wants no push of it. */
export const messageSent = defineEvent({
  type: 'message.sent',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: 'A member sent a message to another',
  data: MessageChange.extend({
    seq: Count,
    messageType: z.enum(['text', 'image', 'voice', 'video']),
    threadId: Id.nullable(),
    isMuted: z.boolean().optional(),
  }),
})

export const messageEdited = defineEvent({
  type: 'message.edited',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: 'The text of a message changed',
  data: MessageChange,
})
export const messageDeleted = defineEvent({
  type: 'message.deleted',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: 'A message was deleted; its `seq` stays in use',
  data: MessageChange,
})

/** `emoji` is null if the reaction was removed. */
export const messageReacted = defineEvent({
  type: 'message.reacted',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: 'A member added or removed a reaction to a message',
  data: MessageChange.extend({ emoji: z.string().nullable() }),
})

/** `readerId` read the messages of `otherId` up to and including `upToSeq`. */
export const messageRead = defineEvent({
  type: 'message.read',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: "A member read the other's messages, up to and including a `seq`",
  data: z.object({ readerId: Id, otherId: Id, upToSeq: Count, rev: Count }),
})

const MemberIds = z.array(Id).max(MAX_GROUP_MEMBERS)

/**
 * `recipientIds` are the members who want a push of the message: neither its sender, nor members across a block of the sender, nor those who
 * mute the group.
 */
export const groupMessageSent = defineEvent({
  type: 'group.message-sent',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: 'A member sent a message to a group',
  data: z.object({
    messageId: Id,
    actor: Actor,
    groupId: Id,
    groupName: z.string(),
    recipientIds: MemberIds,
    seq: Count,
    rev: Count,
    messageType: z.enum(['text', 'image', 'voice', 'video']),
  }),
})

export const groupMessageDeleted = defineEvent({
  type: 'group.message-deleted',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: 'A message of a group was deleted; its `seq` stays in use. `memberIds` are the members of the group',
  data: z.object({ messageId: Id, groupId: Id, memberIds: MemberIds, rev: Count }),
})

export const groupMessagesRead = defineEvent({
  type: 'group.messages-read',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: 'A member of a group read its messages, up to and including a `seq`, left it, or answered its invitation',
  data: z.object({ readerId: Id, groupId: Id, upToSeq: Count, rev: Count }),
})

export const groupMembersInvited = defineEvent({
  type: 'group.members-invited',
  topic: 'messages',
  version: 1,
  producers: ['chat'],
  summary: 'An admin invited members to a group',
  data: z.object({ actor: Actor, groupId: Id, groupName: z.string(), memberIds: MemberIds, rev: Count }),
})
