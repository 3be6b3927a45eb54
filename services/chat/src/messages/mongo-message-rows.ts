import type { SystemLineView, TextFacet } from '@meadow/contracts'
import type { LinkPreview } from '@meadow/link-preview'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { NewMessage } from '../conversations/write/new-message.ts'
import type { MessagePicture, MessageVideo, MessageVoice } from './message.ts'

/** A member who has deleted a message for themselves, and the revision of the conversation after it. */
export type HiddenRow = { member: string; rev: number; hiddenAt: Date }

export type VoicePlayRow = { member: string; playedAt: Date }

export type MessageStarRow = { member: string; starredAt: Date }

export type ReactionRow = { user: string; emoji: string; createdAt: Date }

/** A message document. Its size is bounded: `reactions` has at most `MAX_REACTIONS_PER_MEMBER` of each participant. */
export type MessageRow = Pick<NewMessage, '_id' | 'fingerprint' | 'content' | 'messageType' | 'createdAt'> & {
  conversationId: string
  seq: number
  rev: number
  senderId: string
  /** Missing if the text has none, and from messages of earlier versions. */
  facets?: TextFacet[]
  /** The preview of the first link, and the time when one is to be fetched; missing if none is. */
  linkPreview?: LinkPreview | null
  linkPreviewDueAt?: Date
  /** The sender has removed the preview. */
  linkPreviewRemoved?: boolean
  /** Null unless the conversation is direct. */
  recipientId: string | null
  clientMessageId: string | null
  /** The first of the pictures. Messages of earlier versions have neither `pictures` nor `pictureCount`. */
  picture: MessagePicture | null
  pictures?: MessagePicture[]
  pictureCount?: number
  /** Null in a deleted message, and missing in all but those of the type `voice`. */
  voice?: MessageVoice | null
  /** The same for messages of the type `video`. */
  video?: MessageVideo | null
  /** The members who have begun to play the recording, except its sender; missing if nobody has. */
  plays?: VoicePlayRow[]
  /** The event of a message of the type `system`; missing from all others. */
  system?: SystemLineView | null
  /** The time at which the message disappears; missing if it stays. `expiryDueAt` is missing, too, when its content is removed. */
  expiresAt?: Date
  expiryDueAt?: Date
  /** Missing if nobody has deleted the message for themselves. */
  hidden?: HiddenRow[]
  /** The sender has passed it on; missing in all others. */
  isForwarded?: boolean
  /** The members who have starred it; missing if nobody has. */
  stars?: MessageStarRow[]
  replyTo: string | null
  threadId: string | null
  threadCount: number
  /** The `seq` of the last message in the thread of this message that is not deleted; 0 if there is none. */
  threadLastSeq: number
  reactions: ReactionRow[]
  /** The folded text, and its trigrams (see `toSearchFields`). */
  foundBy: string
  grams: string[]
  editedAt: Date | null
  deletedAt: Date | null
}

/** An earlier text of a message; `_id` is the message id and the time of the edit. */
type MessageEditRow = { _id: string; messageId: string; content: string; editedAt: Date }

/** Returns the number of pictures of a message of any version. */
export const countPictures = ({
  messageType,
  deletedAt,
  pictureCount,
}: Pick<MessageRow, 'messageType' | 'deletedAt' | 'pictureCount'>): number =>
  pictureCount ?? (messageType === 'image' && !deletedAt ? 1 : 0)

export const getMessageCollection = ({ db }: MongoDatabase) => db.collection<MessageRow>('messages')
export const getMessageEditCollection = ({ db }: MongoDatabase) => db.collection<MessageEditRow>('message_edits')

/** Returns the conditions of messages that are shown to a member, as `isHiddenFrom` decides. */
export const toShownMessageFilter = (memberId: string, at: Date): object => ({
  'hidden.member': { $ne: memberId },
  expiresAt: { $not: { $lte: at } },
})

/** Restricts an index to documents that have this id. */
const withId = (field: string) => ({ partialFilterExpression: { [field]: { $gt: '' } } })

/** The index of the messages to which a member has reacted. */
export const REACTED_BY_INDEX = 'reacted_by'

/** The indexes of the messages that a member has deleted for themselves. */
export const HIDDEN_FROM_INDEX = 'hidden_from'
export const HIDDEN_BY_REV_INDEX = 'hidden_by_rev'

/** The index of the messages that disappear, and whose content is still stored. */
export const EXPIRY_INDEX = 'by_expiry_due_at'

/** The index of the recordings that a member has played. */
export const PLAYED_BY_INDEX = 'played_by'

/** The index of the messages that a member has starred. */
export const STARRED_BY_INDEX = 'starred_by'

/** The indexes of the messages with pictures, with recordings or videos, and with links. */
export const PICTURE_INDEX = 'with_pictures'
export const RECORDING_INDEX = 'with_recording'
export const LINK_INDEX = 'with_link'

/** Queries that filter by fields outside of their index name it as `hint`: not every server chooses it by itself. */
export const messageCollections: MongoCollection[] = [
  {
    name: 'messages',
    indexes: [
      { name: 'by_place', key: { conversationId: 1, seq: 1 }, unique: true },
      { name: 'by_rev', key: { conversationId: 1, rev: 1 } },
      { name: 'of_sender', key: { senderId: 1, deletedAt: 1 } },
      { name: 'by_time', key: { conversationId: 1, createdAt: 1, seq: 1 } },
      {
        name: 'by_client_id',
        key: { senderId: 1, clientMessageId: 1 },
        unique: true,
        ...withId('clientMessageId'),
      },
      { name: 'in_thread', key: { threadId: 1, seq: 1 }, ...withId('threadId') },
      { name: 'replying', key: { replyTo: 1 }, ...withId('replyTo') },
      {
        name: 'with_thread',
        key: { conversationId: 1, threadLastSeq: 1 },
        partialFilterExpression: { threadLastSeq: { $gt: 0 } },
      },
      { name: REACTED_BY_INDEX, key: { 'reactions.user': 1 }, ...withId('reactions.user') },
      { name: PLAYED_BY_INDEX, key: { 'plays.member': 1 }, ...withId('plays.member') },
      { name: HIDDEN_FROM_INDEX, key: { 'hidden.member': 1 }, ...withId('hidden.member') },
      {
        name: HIDDEN_BY_REV_INDEX,
        key: { conversationId: 1, 'hidden.member': 1, 'hidden.rev': 1 },
        ...withId('hidden.member'),
      },
      {
        name: EXPIRY_INDEX,
        key: { expiryDueAt: 1 },
        partialFilterExpression: { expiryDueAt: { $exists: true } },
      },
      {
        name: STARRED_BY_INDEX,
        key: { 'stars.member': 1, conversationId: 1, seq: 1 },
        ...withId('stars.member'),
      },
      {
        name: PICTURE_INDEX,
        key: { conversationId: 1, messageType: 1, seq: 1 },
        partialFilterExpression: { messageType: 'image' },
      },
      {
        name: RECORDING_INDEX,
        key: { conversationId: 1, seq: 1, messageType: 1 },
        partialFilterExpression: { messageType: { $gt: 'text' } },
      },
      {
        name: LINK_INDEX,
        key: { conversationId: 1, deletedAt: 1, seq: 1 },
        partialFilterExpression: { 'facets.url': { $exists: true } },
      },
      { name: 'found_by', key: { conversationId: 1, grams: 1 } },
      {
        name: 'by_link_preview',
        key: { 'linkPreview._id': 1 },
        partialFilterExpression: { 'linkPreview._id': { $exists: true } },
      },
      {
        name: 'by_link_preview_due_at',
        key: { linkPreviewDueAt: 1 },
        partialFilterExpression: { linkPreviewDueAt: { $exists: true } },
      },
    ],
  },
  { name: 'message_edits', indexes: [{ name: 'of_message', key: { messageId: 1, editedAt: 1 } }] },
]
