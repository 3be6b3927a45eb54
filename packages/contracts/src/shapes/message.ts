import * as z from 'zod'
import { MAX_PICTURES, VOICE_PEAKS } from '../limits.ts'
import { Count, Id, Timestamp } from '../text.ts'
import { DisappearAfter } from './disappear-after.ts'
import { MemberView } from './member.ts'
import { LinkPreviewView, MediaView } from './post.ts'
import { Presence } from './presence.ts'
import { TextFacets } from './text-facets.ts'

const MessageType = z.enum(['text', 'image', 'voice', 'video', 'system'])

/**
 * The event of a system line, a message of the type `system`: the client makes its text of the event, the sender, who did it, and the member
 * to whom it was done (`memberId`). `disappearAfter` belongs to `disappearing`: the seconds after which new messages disappear, null if they stay.
 */
export const SystemLineView = z.object({
  event: z.enum(['disappearing', 'created', 'renamed', 'joined', 'left', 'removed', 'admin', 'notAdmin']),
  memberId: Id.optional(),
  name: z.string().optional(),
  disappearAfter: DisappearAfter.nullable().optional(),
})
export type SystemLineView = z.infer<typeof SystemLineView>

/**
 * The recording of a message of the type `voice`. It is `processing` until the server has encoded it; only a `ready` one has a URL, which
 * is signed and expires after a day. Of a `failed` one nothing can be heard. `durationMs` is that of the sender's clock while it is
 * processed. `peaks` are the amplitudes of its parts, from 0 to 100: 60, or fewer of a short one, or none where the server
 * cannot read them. `isPlayed`: the viewer has begun to play it; for the sender, the other member has, unless one of the two hides read
 * marks. Services before it leave it out.
 */
export const VoiceView = z.object({
  status: z.enum(['processing', 'ready', 'failed']),
  url: z.string().nullable(),
  durationMs: Count,
  peaks: z.array(z.int().min(0).max(100)).max(VOICE_PEAKS),
  isPlayed: z.boolean().optional(),
})
export type VoiceView = z.infer<typeof VoiceView>

/**
 * The video of a message of the type `video`, with the status of a recording. Only a `ready` one has a URL, which is signed and expires
 * after a day. `durationMs`, `width` and `height` are what its sender says until the server has measured them; null if that is
 * nothing. `poster` is a picture of its beginning; null until it is ready, and where the server cannot make one.
 */
export const VideoView = z.object({
  status: z.enum(['processing', 'ready', 'failed']),
  url: z.string().nullable(),
  durationMs: Count,
  width: Count.nullable(),
  height: Count.nullable(),
  poster: MediaView.nullable(),
})
export type VideoView = z.infer<typeof VideoView>

/** A reaction to a message. A member has each emoji at most once. */
export const ReactionView = z.object({ user: Id, emoji: z.string(), createdAt: Timestamp })
export type ReactionView = z.infer<typeof ReactionView>

/** The message that another one replies to. If it was deleted, it has `deletedAt` and no content. */
const QuoteView = z.object({
  _id: Id,
  content: z.string(),
  messageType: MessageType,
  pictureCount: Count,
  deletedAt: Timestamp.nullable(),
  sender: MemberView,
})

/**
 * A message as one of the two members sees it. `seq` is its number in the conversation, from 1; `rev` is the revision of
 * the conversation at the last change of the message. A deleted message keeps its `seq` and has `deletedAt`, but no content.
 * `threadId` is the root message of its thread; `threadCount` is the number of messages in the thread under it. A
 * message with `pictures` has the type `image`, and perhaps a text; `imageUrl` and `media` are its first picture. The URLs of
 * pictures are signed and expire after a day, also that of the `linkPreview`, which is that of the first link of the text.
 * `isLinkPreviewRemoved` is true if the sender has removed it, or missing.
 * A message of the type `voice` has `voice`, and one of the type `video` has `video`, unless it was deleted. One of the type `system` has `system`, and no text.
 * `expiresAt` is the time at which it disappears for everyone; missing if it stays. `isHidden` is true if the viewer has deleted it for
 * themselves, or if it has disappeared: it has `deletedAt` and no content, and is not shown.
 * `isForwarded` is true if its sender has passed it on, or missing.
 * `isStarred` is true if the viewer has starred it, or missing; nobody else
 * sees that.
 */
export const MessageView = z.object({
  _id: Id,
  seq: Count,
  rev: Count,
  clientMessageId: Id.nullable(),
  sender: MemberView,
  recipient: MemberView,
  content: z.string(),
  facets: TextFacets,
  linkPreview: LinkPreviewView.optional(),
  isLinkPreviewRemoved: z.boolean().optional(),
  messageType: MessageType,
  imageUrl: z.string(),
  media: MediaView.nullable(),
  pictures: z.array(MediaView).max(MAX_PICTURES),
  voice: VoiceView.optional(),
  system: SystemLineView.optional(),
  expiresAt: Timestamp.optional(),
  isHidden: z.boolean().optional(),
  isForwarded: z.boolean().optional(),
  video: VideoView.optional(),
  isStarred: z.boolean().optional(),
  isRead: z.boolean(),
  status: z.enum(['sent', 'delivered', 'read']),
  createdAt: Timestamp,
  edited: z.boolean(),
  editedAt: Timestamp.nullable(),
  deletedAt: Timestamp.nullable(),
  reactions: z.array(ReactionView),
  replyTo: QuoteView.nullable(),
  threadId: Id.nullable(),
  threadCount: Count,
})
export type MessageView = z.infer<typeof MessageView>

/**
 * What a member has set for one of their conversations; nobody else sees it. A mute that has ended is null; one for ever ends at
 * `MUTED_FOR_EVER`. A new message ends `archived`, unless the conversation is muted. `isUnread` is set by the member, whatever is unread.
 * The messages up to the `seq` `clearedUpTo` are not shown to the member; missing if there are none.
 */
export const ConversationMarksView = z.object({
  mutedUntil: Timestamp.nullable(),
  pinnedAt: Timestamp.nullable(),
  archived: z.boolean(),
  isUnread: z.boolean(),
  clearedUpTo: Count.optional(),
})
export type ConversationMarksView = z.infer<typeof ConversationMarksView>

/**
 * A conversation with another member; `_id` is that member's id. `rev` grows with every change in the conversation and is 0
 * before the first message. `readUpTo` and `deliveredUpTo` are the highest `seq` that the other member has read and received.
 * `canSend` is false if the two do not follow each other and have no messages, across a block, and if the other is gone.
 * `isBlocked` is true if the viewer blocks the other; nothing tells the opposite. Services before it leave it out.
 * So they do `marks`. `disappearAfter` is the number of seconds after which new messages disappear; null or missing if they stay.
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
      pictureCount: Count,
      createdAt: Timestamp,
      deletedAt: Timestamp.nullable(),
      isRead: z.boolean(),
      sender: Id,
      system: SystemLineView.optional(),
      expiresAt: Timestamp.optional(),
      isHidden: z.boolean().optional(),
    })
    .nullable(),
  unreadCount: Count,
  rev: Count,
  readUpTo: Count,
  deliveredUpTo: Count,
  canSend: z.boolean(),
  isBlocked: z.boolean().optional(),
  marks: ConversationMarksView.optional(),
  disappearAfter: DisappearAfter.nullable().optional(),
  request: z.enum(['sent', 'received']).optional(),
})
export type ConversationView = z.infer<typeof ConversationView>
