import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_MESSAGE_LENGTH, PAGE_SIZE } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { MemberView } from '../shapes/member.ts'
import { ConversationView, MessageView, ReactionView } from '../shapes/message.ts'
import { Presence } from '../shapes/presence.ts'
import { Count, Id, text } from '../text.ts'

const Done = z.object({ ok: z.literal(true) })
const ById = z.object({ id: Id })
/** The other member of a conversation. */
const WithUser = z.object({ userId: Id })
const More = { hasMore: z.boolean(), nextCursor: z.string().nullable() }

/** A number of the server's own in a query. */
const Position = z
  .string()
  .regex(/^\d{1,15}$/, 'Must be a whole number')
  .transform(Number)

/** A message's id, or a moment in epoch milliseconds. */
const Before = z.union([Id, Position])

const Content = text()
  .trim()
  .min(1, 'Write something first')
  .max(MAX_MESSAGE_LENGTH, `A message can have at most ${MAX_MESSAGE_LENGTH} characters`)

/** What the client calls its attempt; a repeat answers the message that the first one made. */
const Attempt = { clientMessageId: Id.optional(), replyTo: Id.optional(), threadId: Id.optional() }

/** An emoji, or several code points that make one. */
const Emoji = text()
  .max(40, 'Not an emoji')
  .regex(/^\p{RGI_Emoji}$/v, 'Not an emoji')

const Sent = z.object({ message: MessageView })
const Messages = z.object({ messages: z.array(MessageView), hasMore: z.boolean(), rev: Count })
/** `moves` counts what changed for the member: of two totals the one with fewer is late. */
const Unread = z.object({ unreadCount: Count, total: Count, changeSeq: Count, upToSeq: Count, rev: Count })

export const listConversations = defineCall({
  method: 'get',
  path: '/messages/conversations',
  access: 'member',
  summary:
    'With whom the member talks, the last message first: all, those with something unread, or with whom is here now',
  query: z.object({
    q: text().trim().max(100).default(''),
    filter: z.enum(['unread', 'online']).optional(),
    limit: pageLimit(PAGE_SIZE.conversations),
    page: PageNumber,
    cursor: Cursor.optional(),
  }),
  response: z.object({
    conversations: z.array(ConversationView),
    pagination: z.object({ hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
  }),
})

export const getConversation = defineCall({
  method: 'get',
  path: '/messages/conversations/:userId',
  access: 'member',
  summary: 'The conversation with a member, also where nothing was written yet',
  params: WithUser,
  response: z.object({ conversation: ConversationView }),
})

export const readConversation = defineCall({
  method: 'put',
  path: '/messages/conversations/:userId/read',
  access: 'member',
  summary: 'Marks all that is there now as read; answers what is unread in it and in all',
  params: WithUser,
  response: Unread,
})

export const countUnreadMessages = defineCall({
  method: 'get',
  path: '/messages/unread-count/total',
  access: 'member',
  summary: 'How many messages are unread',
  response: z.object({ count: Count, changeSeq: Count }),
})

export const listMutualFollowers = defineCall({
  method: 'get',
  path: '/messages/mutual-followers',
  access: 'member',
  summary: 'Whom the member follows and who follow back, by name; or those of them whose name or @username holds `q`',
  query: z.object({
    q: text().trim().max(100).default(''),
    limit: pageLimit(PAGE_SIZE.follows),
    cursor: Cursor.optional(),
  }),
  response: z.object({ mutualFollowers: z.array(MemberView.extend(Presence.shape)), ...More }),
})

export const syncMessages = defineCall({
  method: 'get',
  path: '/messages/sync',
  access: 'member',
  summary:
    'Which conversations moved since `next` of the answer before, old ones too; without it all, the newest first',
  query: z.object({ since: Cursor.optional() }),
  response: z.object({
    conversations: z.array(z.object({ userId: Id, rev: Count, unreadCount: Count })),
    hasMore: z.boolean(),
    next: z.string(),
  }),
})

export const listThread = defineCall({
  method: 'get',
  path: '/messages/thread/:id',
  access: 'member',
  summary: 'What was written under a message, oldest first: the newest page before `before`',
  params: ById,
  query: z.object({ before: Before.optional(), limit: pageLimit(PAGE_SIZE.messages) }),
  response: Messages.extend({ root: MessageView }),
})

export const readThread = defineCall({
  method: 'put',
  path: '/messages/thread/:id/read',
  access: 'member',
  summary: 'Marks a thread as read, as far as it goes now',
  params: ById,
  response: Done,
})

export const listMessages = defineCall({
  method: 'get',
  path: '/messages/:id',
  access: 'member',
  summary:
    'The messages with a member, whose id this is, oldest first: the newest page before `before` or around a message; with `q`, `start` and `end` those that hold the words, written in that time',
  params: ById,
  query: z
    .object({
      before: Before.optional(),
      around: Id.optional(),
      limit: pageLimit(PAGE_SIZE.messages),
      q: text().trim().max(100).default(''),
      start: Position.optional(),
      end: Position.optional(),
    })
    .refine(({ start = 0, end = Number.MAX_SAFE_INTEGER }) => start <= end, {
      path: ['end'],
      message: 'Ends before it starts',
    }),
  response: Messages.extend({ hasNewer: z.boolean() }),
})

export const listChanges = defineCall({
  method: 'get',
  path: '/messages/:userId/changes',
  access: 'member',
  summary:
    'What changed with a member since a `rev`: messages that are new, edited, deleted or reacted to, and how far each has read',
  params: WithUser,
  query: z.object({ since: Position }),
  response: Messages.extend({ readUpTo: Count, deliveredUpTo: Count, unreadCount: Count }),
})

export const listThreads = defineCall({
  method: 'get',
  path: '/messages/:userId/threads',
  access: 'member',
  summary: 'The threads with a member, the last written first, with what is unread in each',
  params: WithUser,
  query: z.object({ limit: pageLimit(PAGE_SIZE.follows), cursor: Cursor.optional() }),
  response: z.object({ threads: z.array(z.object({ root: MessageView, unreadCount: Count })), ...More }),
})

export const sendMessage = defineCall({
  method: 'post',
  path: '/messages',
  access: 'member',
  summary: 'Sends a text to a member who follows back, or with whom one has written before',
  status: 201,
  body: z.object({ recipientId: Id, content: Content, messageType: z.literal('text').default('text'), ...Attempt }),
  response: Sent,
})

export const sendImage = defineCall({
  method: 'post',
  path: '/messages/image',
  access: 'member',
  summary: 'Sends a picture (form field `image`): checked by content, re-encoded, without what the camera noted',
  status: 201,
  encoding: 'multipart',
  file: 'image',
  body: z.object({ recipientId: Id, ...Attempt }),
  response: Sent,
})

export const readMessage = defineCall({
  method: 'put',
  path: '/messages/:id/read',
  access: 'member',
  summary: 'Marks a message and all before it as read; answers what is unread in that conversation and in all',
  params: ById,
  response: Unread,
})

export const editMessage = defineCall({
  method: 'put',
  path: '/messages/:id',
  access: 'member',
  summary: 'Changes the text of an own message; the earlier texts are kept',
  params: ById,
  body: z.object({ content: Content }),
  response: Sent,
})

export const deleteMessage = defineCall({
  method: 'delete',
  path: '/messages/:id',
  access: 'member',
  summary: 'Deletes an own message for both, with its picture and where it was quoted',
  params: ById,
  response: Done,
})

const Reacted = z.object({ reactions: z.array(ReactionView), rev: Count })

export const addReaction = defineCall({
  method: 'post',
  path: '/messages/:id/reactions',
  access: 'member',
  summary: 'Puts an emoji under a message, once',
  params: ById,
  body: z.object({ emoji: Emoji }),
  response: Reacted,
})

export const removeReaction = defineCall({
  method: 'delete',
  path: '/messages/:id/reactions',
  access: 'member',
  summary: 'Takes an own emoji away',
  params: ById,
  body: z.object({ emoji: Emoji }),
  response: Reacted,
})
