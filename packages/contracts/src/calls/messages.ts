import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import {
  MAX_ALT_TEXT_LENGTH,
  MAX_MESSAGE_VERSIONS,
  MAX_PICTURES,
  MAX_SEARCH_LENGTH,
  PAGE_SIZE,
  VIDEO_LIMITS,
  VOICE_LIMITS,
} from '../limits.ts'
import { MESSAGE_CONTENTS } from '../parse-search.ts'
import { DisappearAfter } from '../shapes/disappear-after.ts'
import { Highlights } from '../shapes/highlight.ts'
import { Cursor, PageNumber, pageLimit, RevisionParameter, TimeParameter } from '../shapes/list.ts'
import { MemberView } from '../shapes/member.ts'
import { ConversationMarksView, ConversationView, MessageView, ReactionView } from '../shapes/message.ts'
import { MessageCaption, MessageText, SEND_FIELDS, SendMessageBody } from '../shapes/new-message.ts'
import { Presence } from '../shapes/presence.ts'
import { TextFacets } from '../shapes/text-facets.ts'
import { boundedString, Count, claimedNumber, Id, lineText, Timestamp, text, trimmedText } from '../text.ts'

const Success = z.object({ ok: z.literal(true) })
const IdParams = z.object({ id: Id })
/** The other member of a conversation. */
const PartnerParams = z.object({ userId: Id })
const PAGE_FIELDS = { hasMore: z.boolean(), nextCursor: z.string().nullable() }

/** A message's id, or a time in epoch milliseconds. */
const Before = z.union([Id, TimeParameter])

const AltText = trimmedText(MAX_ALT_TEXT_LENGTH, `A description can have at most ${MAX_ALT_TEXT_LENGTH} characters`)

/** An emoji, or several code points that make one. */
const Emoji = boundedString(40, 'Not an emoji').regex(/^\p{RGI_Emoji}$/v, 'Not an emoji')

const MessageResponse = z.object({ message: MessageView })
const MessagePage = z.object({ messages: z.array(MessageView), hasMore: z.boolean(), rev: Count })
/** `changeSeq` counts the changes of the member's unread total: the total with the lower `changeSeq` is older. */
const UnreadCounts = z.object({ unreadCount: Count, total: Count, changeSeq: Count, upToSeq: Count, rev: Count })

export const listConversations = defineCall({
  method: 'get',
  path: '/messages/conversations',
  access: 'member',
  summary:
    'Lists conversations, newest message first: all, unread ones, or those with members who are online. `view=inbox` leaves archived ones out and begins with the pinned ones, newest pin first, or, among unread ones, with those that the member marked; `view=archived` has only archived ones. The first page of the inbox counts those',
  query: z.object({
    q: lineText(100).default(''),
    filter: z.enum(['unread', 'online']).optional(),
    view: z.enum(['inbox', 'archived']).optional(),
    limit: pageLimit(PAGE_SIZE.conversations),
    page: PageNumber,
    cursor: Cursor.optional(),
  }),
  response: z.object({
    conversations: z.array(ConversationView),
    pagination: z.object({ hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
    archivedCount: Count.optional(),
    requestCount: Count.optional(),
  }),
})

export const getConversation = defineCall({
  method: 'get',
  path: '/messages/conversations/:userId',
  access: 'member',
  summary: 'Returns the conversation with a member, even if it has no messages',
  params: PartnerParams,
  response: z.object({ conversation: ConversationView }),
})

export const listMessageRequests = defineCall({
  method: 'get',
  path: '/messages/requests',
  access: 'member',
  summary:
    'Lists the message requests that the member has received, newest message first: conversations of members who may not message them directly. Declined ones are left out',
  query: z.object({ limit: pageLimit(PAGE_SIZE.conversations), cursor: Cursor.optional() }),
  response: z.object({ requests: z.array(ConversationView), ...PAGE_FIELDS }),
})

export const decideMessageRequest = defineCall({
  method: 'post',
  path: '/messages/requests/:userId',
  access: 'member',
  summary:
    'Accepts a message request, which makes it a conversation like any other, or declines it, of which the sender is not told. A repeat changes nothing',
  params: PartnerParams,
  body: z.object({ accept: z.boolean() }),
  response: Success,
})

export const markConversation = defineCall({
  method: 'put',
  path: '/messages/conversations/:userId',
  access: 'member',
  summary:
    'Changes what the member has set for a conversation: mutes it until a time, pins it (at most 5), archives it, or marks it as unread. `clearUpTo` (the id of a message) clears the history: the member sees neither that message nor those before it any more, on all devices, and they count as read. What is left out stays. Archiving unpins, and pinning takes it out of the archive. `disappearAfter` is for both members, who see a system line: messages sent from now on disappear after so many seconds, or stay if it is null',
  params: PartnerParams,
  body: z
    .object({
      mutedUntil: Timestamp.nullable().optional(),
      pinned: z.boolean().optional(),
      archived: z.boolean().optional(),
      isUnread: z.boolean().optional(),
      clearUpTo: Id.optional(),
      disappearAfter: DisappearAfter.nullable().optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'Choose what to change'),
  response: z.object({ marks: ConversationMarksView, total: Count, changeSeq: Count }),
})

export const readConversation = defineCall({
  method: 'put',
  path: '/messages/conversations/:userId/read',
  access: 'member',
  summary: 'Marks all messages of a conversation as read; returns the unread counts of the conversation and in total',
  params: PartnerParams,
  response: UnreadCounts,
})

export const countUnreadMessages = defineCall({
  method: 'get',
  path: '/messages/unread-count/total',
  access: 'member',
  summary: 'Returns the number of unread messages',
  response: z.object({ count: Count, changeSeq: Count }),
})

export const listMutualFollowers = defineCall({
  method: 'get',
  path: '/messages/mutual-followers',
  access: 'member',
  summary: 'Lists the mutual followers of the member by name, or those whose name or username contains `q`',
  query: z.object({
    q: lineText(100).default(''),
    limit: pageLimit(PAGE_SIZE.follows),
    cursor: Cursor.optional(),
  }),
  response: z.object({ mutualFollowers: z.array(MemberView.extend(Presence.shape)), ...PAGE_FIELDS }),
})

export const syncMessages = defineCall({
  method: 'get',
  path: '/messages/sync',
  access: 'member',
  summary:
    'Lists conversations that changed since `next` of the previous response; without `since` all of them, newest first',
  query: z.object({ since: Cursor.optional() }),
  response: z.object({
    conversations: z.array(
      z.object({ userId: Id, rev: Count, unreadCount: Count, marks: ConversationMarksView.optional() }),
    ),
    hasMore: z.boolean(),
    next: z.string(),
  }),
})

export const listThread = defineCall({
  method: 'get',
  path: '/messages/thread/:id',
  access: 'member',
  summary: 'Lists the messages of a thread, oldest first: the newest page, or the page before `before`',
  params: IdParams,
  query: z.object({ before: Before.optional(), limit: pageLimit(PAGE_SIZE.messages) }),
  response: MessagePage.extend({ root: MessageView }),
})

export const readThread = defineCall({
  method: 'put',
  path: '/messages/thread/:id/read',
  access: 'member',
  summary: 'Marks the messages of a thread as read: up to a reply, or all by the id of the root',
  params: IdParams,
  response: Success,
})

export const searchMessages = defineCall({
  method: 'get',
  path: '/messages/search',
  access: 'member',
  summary:
    'Searches the messages of all conversations of the member, newest first. `q` takes parts of words, `"a phrase"`, `-without`, `#tag`, `from:name`, `before:2026-01-31`, `after:2026-01-31`, `has:picture`, `has:video`, `has:voice`, `has:link` and `has:star`; any other text is words',
  query: z.object({
    q: text(MAX_SEARCH_LENGTH, `A search can have at most ${MAX_SEARCH_LENGTH} characters`),
    limit: pageLimit(PAGE_SIZE.messages),
    cursor: Cursor.optional(),
  }),
  response: z.object({
    messages: z.array(MessageView),
    /** The matches of the search in the texts of the messages. */
    highlights: z.array(z.object({ messageId: Id, ranges: Highlights })),
    ...PAGE_FIELDS,
  }),
})

export const listMessages = defineCall({
  method: 'get',
  path: '/messages/:id',
  access: 'member',
  summary:
    'Lists the messages with the member `id`, oldest first: the newest page, the page before `before`, or the page around a message, or around the first message since a time. `q`, `from` (the id of the sender), `has`, `start` and `end` search: a page has the newest matches, and its `nextBefore` is the `before` of the next one; it may be short or empty, because a search reads a bounded number of messages',
  params: IdParams,
  query: z
    .object({
      before: Before.optional(),
      around: Before.optional(),
      limit: pageLimit(PAGE_SIZE.messages),
      q: lineText(100).default(''),
      from: Id.optional(),
      has: z.enum(MESSAGE_CONTENTS).optional(),
      start: TimeParameter.optional(),
      end: TimeParameter.optional(),
    })
    .refine(({ start = 0, end = Number.MAX_SAFE_INTEGER }) => start <= end, {
      path: ['end'],
      message: 'The end is before the start',
    }),
  response: MessagePage.extend({ hasNewer: z.boolean(), nextBefore: Id.nullable().optional() }),
})

export const listChanges = defineCall({
  method: 'get',
  path: '/messages/:userId/changes',
  access: 'member',
  summary:
    'Lists the changes of a conversation since a `rev`: new, edited and deleted messages, reactions, and read positions',
  params: PartnerParams,
  query: z.object({ since: RevisionParameter }),
  response: MessagePage.extend({ readUpTo: Count, deliveredUpTo: Count, unreadCount: Count }),
})

export const listThreads = defineCall({
  method: 'get',
  path: '/messages/:userId/threads',
  access: 'member',
  summary: 'Lists the threads of a conversation, newest message first, with their unread counts',
  params: PartnerParams,
  query: z.object({ limit: pageLimit(PAGE_SIZE.follows), cursor: Cursor.optional() }),
  response: z.object({ threads: z.array(z.object({ root: MessageView, unreadCount: Count })), ...PAGE_FIELDS }),
})

export const sendMessage = defineCall({
  method: 'post',
  path: '/messages',
  access: 'member',
  summary: 'Sends a text to a mutual follower, or in an existing conversation',
  status: 201,
  body: SendMessageBody,
  response: MessageResponse,
})

export const sendImage = defineCall({
  method: 'post',
  path: '/messages/image',
  access: 'member',
  summary:
    'Sends up to four pictures (form field `image`, repeated) with an optional text; `alt` (repeated) has their descriptions in the same order. Checks their content, re-encodes them, and removes their metadata',
  status: 201,
  encoding: 'multipart',
  fileField: 'image',
  body: z.object({
    recipientId: Id,
    content: MessageCaption.default(''),
    alt: z.array(AltText).max(MAX_PICTURES).default([]),
    ...SEND_FIELDS,
  }),
  response: MessageResponse,
})

/** The length of a recording in seconds, by the clock of its sender. */
const VoiceDuration = claimedNumber(VOICE_LIMITS.maxSeconds)

export const sendVoice = defineCall({
  method: 'post',
  path: '/messages/voice',
  access: 'member',
  summary:
    'Sends a recording of at most five minutes (form field `audio`: WebM, Ogg, MP4 or WAV). The message is stored at once; `duration` in seconds is shown until the server has encoded and measured it',
  status: 201,
  encoding: 'multipart',
  fileField: 'audio',
  body: z.object({ recipientId: Id, duration: VoiceDuration.optional(), ...SEND_FIELDS }),
  response: MessageResponse,
})

export const forwardMessage = defineCall({
  method: 'post',
  path: '/messages/forward',
  access: 'member',
  summary:
    'Sends the content of a message that the member can read to another member: its text, and copies of its pictures or recording. It is marked as forwarded, and names neither its author nor its conversation',
  status: 201,
  body: z.object({ messageId: Id, recipientId: Id, clientMessageId: Id.optional() }),
  response: MessageResponse,
})

export const sendVideo = defineCall({
  method: 'post',
  path: '/messages/video',
  access: 'member',
  summary:
    'Sends a video of at most three minutes and 100 MB (form field `video`: MP4, QuickTime or WebM). The message is stored at once; `duration` in seconds, `width` and `height` are shown until the server has encoded and measured it',
  status: 201,
  encoding: 'multipart',
  fileField: 'video',
  body: z.object({
    recipientId: Id,
    duration: claimedNumber(VIDEO_LIMITS.maxSeconds).optional(),
    width: claimedNumber(VIDEO_LIMITS.maxSide).optional(),
    height: claimedNumber(VIDEO_LIMITS.maxSide).optional(),
    ...SEND_FIELDS,
  }),
  response: MessageResponse,
})

export const markVoicePlayed = defineCall({
  method: 'put',
  path: '/messages/:id/played',
  access: 'member',
  summary: 'Marks a received voice message as played; a repeat, and one across a block, changes nothing',
  params: IdParams,
  response: z.object({ rev: Count }),
})

export const starMessage = defineCall({
  method: 'post',
  path: '/messages/:id/star',
  access: 'member',
  summary: 'Stars a message for the member alone, or removes the star; a repeat changes nothing',
  params: IdParams,
  body: z.object({ state: z.boolean() }),
  response: z.object({ isStarred: z.boolean() }),
})

export const readMessage = defineCall({
  method: 'put',
  path: '/messages/:id/read',
  access: 'member',
  summary: 'Marks a message and all earlier ones as read; returns the unread counts of the conversation and in total',
  params: IdParams,
  response: UnreadCounts,
})

export const editMessage = defineCall({
  method: 'put',
  path: '/messages/:id',
  access: 'member',
  summary:
    'Changes the text of a message of the member, or the transcript of a recording or video; earlier texts are stored',
  params: IdParams,
  body: z.object({ content: MessageText }),
  response: MessageResponse,
})

export const listMessageVersions = defineCall({
  method: 'get',
  path: '/messages/:id/history',
  access: 'member',
  summary: 'Lists the texts of a message for both members, the current one first: at most the newest 20',
  params: IdParams,
  response: z.object({
    versions: z
      .array(z.object({ content: z.string(), facets: TextFacets, writtenAt: Timestamp }))
      .max(MAX_MESSAGE_VERSIONS),
    hasMore: z.boolean(),
  }),
})

export const setMessageLinkPreview = defineCall({
  method: 'put',
  path: '/messages/:id/link-preview',
  access: 'member',
  summary:
    'Removes the preview of the links of a message of the member, or shows it again. A removal holds for every later text of the message',
  params: IdParams,
  body: z.object({ isShown: z.boolean() }),
  response: MessageResponse,
})

const DeletionFor = z.object({ for: z.enum(['me', 'everyone']).optional() })

export const deleteMessage = defineCall({
  method: 'delete',
  path: '/messages/:id',
  access: 'member',
  summary:
    'Deletes a message of the member for both sides, with its pictures and its quotes. With `for=me`, in the query or in the body, it is hidden from the member alone, and may be of the other member',
  params: IdParams,
  query: DeletionFor,
  body: DeletionFor.optional(), // service workers of earlier versions send no query
  response: Success,
})

const ReactionResponse = z.object({ reactions: z.array(ReactionView), rev: Count })

export const addReaction = defineCall({
  method: 'post',
  path: '/messages/:id/reactions',
  access: 'member',
  summary: 'Adds a reaction to a message; a repeat changes nothing',
  params: IdParams,
  body: z.object({ emoji: Emoji }),
  response: ReactionResponse,
})

export const removeReaction = defineCall({
  method: 'delete',
  path: '/messages/:id/reactions',
  access: 'member',
  summary: 'Removes a reaction of the member',
  params: IdParams,
  body: z.object({ emoji: Emoji }),
  response: ReactionResponse,
})
