import * as z from 'zod'
import { Count, Id, Timestamp } from '../text.ts'
import { MemberView } from './member.ts'
import { MediaView } from './post.ts'
import { Presence } from './presence.ts'

const MessageType = z.enum(['text', 'image'])

/** One of each emoji per member. */
export const ReactionView = z.object({ user: Id, emoji: z.string(), createdAt: Timestamp })
export type ReactionView = z.infer<typeof ReactionView>

/**
 * A message as one of the two sees it. `seq` is its place in the conversation, from 1; `rev` is that of the conversation
 * when the message changed last. `status` is how far it got on its way to the recipient. What was deleted keeps its place:
 * `deletedAt` says so, and there is nothing else of it. `threadId` is the message under which it was written, `threadCount`
 * how many were written under this one. `imageUrl` and the addresses in `media` are signed and end after a day.
 */
export const MessageView = z.object({
  _id: Id,
  seq: Count,
  rev: Count,
  clientMessageId: Id.nullable(),
  sender: MemberView,
  recipient: MemberView,
  content: z.string(),
  messageType: MessageType,
  imageUrl: z.string(),
  media: MediaView.nullable(),
  isRead: z.boolean(),
  status: z.enum(['sent', 'delivered', 'read']),
  createdAt: Timestamp,
  edited: z.boolean(),
  editedAt: Timestamp.nullable(),
  deletedAt: Timestamp.nullable(),
  reactions: z.array(ReactionView),
  replyTo: z.object({ _id: Id, content: z.string(), messageType: MessageType, sender: MemberView }).nullable(),
  threadId: Id.nullable(),
  threadCount: Count,
})
export type MessageView = z.infer<typeof MessageView>

/**
 * What a member has with another: `_id` is the other's. `rev` grows with every change of anything in it; 0 where nothing was
 * written yet. `readUpTo` and `deliveredUpTo` are how far the other has read and received, by `seq`. `canSend` is false
 * where the two do not follow each other and never wrote.
 */
export const ConversationView = z.object({
  _id: Id,
  user: MemberView.extend(Presence.shape),
  lastMessage: z
    .object({
      _id: Id,
      seq: Count,
      content: z.string(),
      messageType: MessageType,
      createdAt: Timestamp,
      deletedAt: Timestamp.nullable(),
      isRead: z.boolean(),
      sender: Id,
    })
    .nullable(),
  unreadCount: Count,
  rev: Count,
  readUpTo: Count,
  deliveredUpTo: Count,
  canSend: z.boolean(),
})
export type ConversationView = z.infer<typeof ConversationView>
