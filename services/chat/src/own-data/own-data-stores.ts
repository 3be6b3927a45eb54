import {
  createMongoMemberReadModel,
  createMongoOwnDataReader,
  createPostgresMemberReadModel,
  createPostgresOwnDataReader,
  type OwnDataReader,
} from '@meadow/members'
import type { MongoDatabase, Queryable } from '@meadow/storage'
import { toMarksView } from '../conversations/marks/conversation-marks.ts'
import { rowToMarks as documentToMarks } from '../conversations/marks/mongo-muted-sides.ts'
import { type MarksColumns, marksColumns, rowToMarks } from '../conversations/marks/postgres-conversation-marks.ts'
import {
  type GroupInvitationRow,
  getClearedUpTo,
  getConversationCollection,
  getConversationMemberCollection,
  INVITED_INDEX,
} from '../conversations/mongo-conversation-rows.ts'
import type { MessageDraftDocument } from '../drafts/mongo-message-drafts.ts'
import { findBlocks as findMongoBlocksOfBoth } from '../groups/mongo-group-store.ts'
import { findBlocks as findPostgresBlocks } from '../groups/postgres-group-store.ts'
import { shownMessageSql } from '../messages/hidden-message-sql.ts'
import type { MessagePicture, MessageVideo, MessageVoice } from '../messages/message.ts'
import {
  getMessageCollection,
  HIDDEN_FROM_INDEX,
  type HiddenRow,
  type MessageStarRow,
  PLAYED_BY_INDEX,
  REACTED_BY_INDEX,
  type ReactionRow,
  STARRED_BY_INDEX,
  toShownMessageFilter,
  type VoicePlayRow,
} from '../messages/mongo-message-rows.ts'
import type { ConversationMembersTable, ConversationsTable, MessagesTable } from '../schema.ts'
import { type ConversationReader, readConversationPages } from './conversation-pages.ts'

/** Adds the conversations, with the messages of all who take part, to what a reader reads of the member alone. */
const withConversations = (own: OwnDataReader, reader: ConversationReader): OwnDataReader => ({
  count: own.count,
  async *readPages(memberId) {
    yield* readConversationPages(reader, memberId)
    yield* own.readPages(memberId)
  },
})

type MessageRow = Pick<MessagesTable, 'seq' | 'sender_id' | 'content' | 'created_at' | 'edited_at'> & {
  media: MessagePicture | null
  pictures: MessagePicture[] | null
  voice: MessageVoice | null
  video: MessageVideo | null
}

const LIST_CONVERSATIONS = `
  select c.id, c.kind, c.seq, m.from_seq, (select name from groups where conversation_id = c.id) as name, ${marksColumns('m')}, m.request, array(
    select member_id from conversation_members where conversation_id = c.id order by member_id
  ) as member_ids
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.member_id = $1 and ($2::uuid is null or c.id > $2) order by c.id limit $3`

/** Creates the reader of what chat holds about a member, on PostgreSQL. */
export const createPostgresChatData = (db: Queryable): OwnDataReader =>
  withConversations(
    createPostgresOwnDataReader(db, {
      messages: {
        from: "messages where sender_id = $1 and deleted_at is null and message_type <> 'system'",
        since: 'created_at',
      },
      reactions: {
        from: 'reactions where member_id = $1',
        since: 'created_at',
        key: "message_id || ' ' || emoji",
        select: 'message_id as "messageId", emoji, created_at as "createdAt"',
      },
      voicePlays: {
        from: 'voice_plays where member_id = $1',
        since: 'played_at',
        key: 'message_id::text',
        select: 'message_id as "messageId", played_at as "playedAt"',
      },
      hiddenMessages: {
        from: 'hidden_messages where member_id = $1',
        since: 'hidden_at',
        key: 'message_id::text',
        select: 'message_id as "messageId", hidden_at as "hiddenAt"',
      },
      messageDrafts: {
        from: 'message_drafts where member_id = $1 and deleted_at is null',
        since: 'changed_at',
        key: 'id::text',
        select: 'id as "to", content as text, changed_at as "changedAt"',
      },
      messageStars: {
        from: 'message_stars where member_id = $1',
        since: 'starred_at',
        key: 'message_id::text',
        select: 'message_id as "messageId", starred_at as "starredAt"',
      },
      conversations: {
        from: 'conversation_members m join conversations c on c.id = m.conversation_id where m.member_id = $1',
        since: 'c.created_at',
      },
      groupInvitations: {
        from: 'group_invitations where member_id = $1',
        since: 'invited_at',
        key: 'conversation_id::text',
        select: 'conversation_id as "groupId", invited_at as "invitedAt"',
      },
    }),
    {
      members: createPostgresMemberReadModel(db),
      findBlocks: (memberIds, otherIds) => findPostgresBlocks(db, memberIds, otherIds),
      async listConversations(memberId, after, limit) {
        const { rows } = await db.query<
          Pick<ConversationsTable, 'id' | 'kind' | 'seq'> &
            Pick<ConversationMembersTable, 'from_seq' | 'request'> &
            MarksColumns & { member_ids: string[]; name: string | null }
        >(LIST_CONVERSATIONS, [memberId, after ?? null, limit])
        return rows.map((row) => ({
          _id: row.id,
          kind: row.kind,
          ...(row.name !== null && { name: row.name, fromSeq: row.from_seq }),
          memberIds: row.member_ids,
          settings: toMarksView(rowToMarks(row), row.seq, new Date()),
          request: row.request,
        }))
      },
      async listMessages(memberId, conversationId, afterSeq, limit) {
        const { rows } = await db.query<MessageRow>(
          `select seq, sender_id, content, media, pictures, voice, created_at, edited_at,
             case when message_type = 'video' then (select video from message_videos where message_id = messages.id) end as video
           from messages
           where conversation_id = $1 and seq > $2 and deleted_at is null and message_type <> 'system'
             and ${shownMessageSql('messages', '$4')}
           order by seq limit $3`,
          [conversationId, afterSeq, limit, memberId],
        )
        return rows.map((row) => ({
          seq: row.seq,
          senderId: row.sender_id,
          content: row.content,
          pictures: row.pictures ?? (row.media ? [row.media] : []),
          voice: row.voice,
          video: row.video,
          createdAt: row.created_at,
          editedAt: row.edited_at,
        }))
      },
    },
  )

const conversationsOf = (memberId: string) => [
  { $match: { member: memberId } },
  { $lookup: { from: 'conversations', localField: 'conversationId', foreignField: '_id', as: 'conversation' } },
]

/** Creates the reader of what chat holds about a member, on MongoDB. */
export const createMongoChatData = (mongo: MongoDatabase): OwnDataReader =>
  withConversations(
    createMongoOwnDataReader(mongo, {
      messages: {
        collection: 'messages',
        stages: (memberId) => [{ $match: { senderId: memberId, deletedAt: null, messageType: { $ne: 'system' } } }],
        since: 'createdAt',
        hint: 'of_sender',
      },
      reactions: {
        collection: 'messages',
        stages: (memberId) => [
          { $match: { 'reactions.user': memberId } },
          { $unwind: '$reactions' },
          { $match: { 'reactions.user': memberId } },
          { $addFields: { reactionKey: { $concat: ['$_id', ' ', '$reactions.emoji'] } } },
        ],
        since: 'reactions.createdAt',
        hint: REACTED_BY_INDEX,
        key: 'reactionKey',
        toItem: ({ _id, reactions }: { _id: string; reactions: ReactionRow }) => ({
          messageId: _id,
          emoji: reactions.emoji,
          createdAt: reactions.createdAt,
        }),
      },
      voicePlays: {
        collection: 'messages',
        stages: (memberId) => [
          { $match: { 'plays.member': memberId } },
          { $unwind: '$plays' },
          { $match: { 'plays.member': memberId } },
        ],
        since: 'plays.playedAt',
        hint: PLAYED_BY_INDEX,
        key: '_id',
        toItem: ({ _id, plays }: { _id: string; plays: VoicePlayRow }) => ({
          messageId: _id,
          playedAt: plays.playedAt,
        }),
      },
      hiddenMessages: {
        collection: 'messages',
        stages: (memberId) => [
          { $match: { 'hidden.member': memberId } },
          { $unwind: '$hidden' },
          { $match: { 'hidden.member': memberId } },
        ],
        since: 'hidden.hiddenAt',
        hint: HIDDEN_FROM_INDEX,
        key: '_id',
        toItem: ({ _id, hidden }: { _id: string; hidden: HiddenRow }) => ({
          messageId: _id,
          hiddenAt: hidden.hiddenAt,
        }),
      },
      messageDrafts: {
        collection: 'message_drafts',
        stages: (memberId) => [{ $match: { memberId, deletedAt: { $exists: false } } }],
        since: 'changedAt',
        key: '_id',
        toItem: ({ conversation, content, changedAt }: MessageDraftDocument) => ({
          to: conversation,
          text: content,
          changedAt,
        }),
      },
      messageStars: {
        collection: 'messages',
        stages: (memberId) => [
          { $match: { 'stars.member': memberId } },
          { $unwind: '$stars' },
          { $match: { 'stars.member': memberId } },
        ],
        since: 'stars.starredAt',
        hint: STARRED_BY_INDEX,
        key: '_id',
        toItem: ({ _id, stars }: { _id: string; stars: MessageStarRow }) => ({
          messageId: _id,
          starredAt: stars.starredAt,
        }),
      },
      conversations: {
        collection: 'conversation_members',
        stages: (memberId) => [...conversationsOf(memberId), { $unwind: '$conversation' }],
        since: 'conversation.createdAt',
      },
      groupInvitations: {
        collection: 'conversations',
        stages: (memberId) => [
          { $match: { 'invitations.member': memberId } },
          { $unwind: '$invitations' },
          { $match: { 'invitations.member': memberId } },
        ],
        since: 'invitations.invitedAt',
        hint: INVITED_INDEX,
        key: '_id',
        toItem: ({ _id, invitations }: { _id: string; invitations: GroupInvitationRow }) => ({
          groupId: _id,
          invitedAt: invitations.invitedAt,
        }),
      },
    }),
    {
      members: createMongoMemberReadModel(mongo),
      findBlocks: (memberIds, otherIds) => findMongoBlocksOfBoth(mongo, memberIds, otherIds),
      async listConversations(memberId, after, limit) {
        const own = await getConversationMemberCollection(mongo)
          .find(
            { member: memberId, ...(after !== undefined && { conversationId: { $gt: after } }) },
            mongo.operationOptions,
          )
          .sort({ conversationId: 1 })
          .limit(limit)
          .toArray()
        const ids = own.map(({ conversationId }) => conversationId)
        const found = await getConversationCollection(mongo)
          .find({ _id: { $in: ids } }, mongo.operationOptions)
          .sort({ _id: 1 })
          .toArray()
        const sides = new Map(own.map((side) => [side.conversationId, side]))
        return found.map(({ _id, kind = 'direct', seq, members, name }) => ({
          _id,
          kind,
          ...(name !== undefined && { name, fromSeq: sides.get(_id)?.fromSeq }),
          memberIds: members,
          settings: toMarksView(documentToMarks(sides.get(_id) ?? {}), seq, new Date()),
          request: sides.get(_id)?.request,
        }))
      },
      async listMessages(memberId, conversationId, afterSeq, limit) {
        const conversation = await getConversationCollection(mongo).findOne(
          { _id: conversationId },
          { ...mongo.operationOptions, projection: { cleared: 1 } },
        )
        const after = Math.max(afterSeq, getClearedUpTo(conversation ?? {}, memberId))
        const shown = toShownMessageFilter(memberId, new Date())
        const rows = await getMessageCollection(mongo)
          .find(
            { conversationId, seq: { $gt: after }, deletedAt: null, messageType: { $ne: 'system' }, ...shown },
            { ...mongo.operationOptions, hint: 'by_place' },
          )
          .sort({ seq: 1 })
          .limit(limit)
          .toArray()
        return rows.map(({ seq, senderId, content, picture, pictures, voice, video, createdAt, editedAt }) => ({
          seq,
          senderId,
          content,
          pictures: pictures ?? (picture ? [picture] : []),
          voice,
          video,
          createdAt,
          editedAt,
        }))
      },
    },
  )
