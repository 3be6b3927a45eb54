import { createMongoOwnDataReader, createPostgresOwnDataReader, type OwnDataReader } from '@meadow/members'
import type { MongoDatabase, Queryable } from '@meadow/storage'

/** Creates the reader of what chat holds about a member, on PostgreSQL. */
export const createPostgresChatData = (db: Queryable): OwnDataReader =>
  createPostgresOwnDataReader(db, {
    messages: { from: 'messages where sender_id = $1 and deleted_at is null', since: 'created_at' },
    reactions: { from: 'reactions where member_id = $1', since: 'created_at' },
    conversations: {
      from: 'conversation_members m join conversations c on c.id = m.conversation_id where m.member_id = $1',
      since: 'c.created_at',
    },
  })

const conversationsOf = (memberId: string) => [
  { $match: { member: memberId } },
  { $lookup: { from: 'conversations', localField: 'conversationId', foreignField: '_id', as: 'conversation' } },
]

/** Creates the reader of what chat holds about a member, on MongoDB. Reactions are in the messages of the member's conversations. */
export const createMongoChatData = (mongo: MongoDatabase): OwnDataReader =>
  createMongoOwnDataReader(mongo, {
    messages: {
      collection: 'messages',
      stages: (memberId) => [{ $match: { senderId: memberId, deletedAt: null } }],
      since: 'createdAt',
      hint: 'of_sender',
    },
    reactions: {
      collection: 'conversation_members',
      stages: (memberId) => [
        { $match: { member: memberId } },
        { $lookup: { from: 'messages', localField: 'conversationId', foreignField: 'conversationId', as: 'message' } },
        { $unwind: '$message' },
        { $unwind: '$message.reactions' },
        { $match: { 'message.reactions.user': memberId } },
      ],
      since: 'message.reactions.createdAt',
    },
    conversations: {
      collection: 'conversation_members',
      stages: (memberId) => [...conversationsOf(memberId), { $unwind: '$conversation' }],
      since: 'conversation.createdAt',
    },
  })
