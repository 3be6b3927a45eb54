import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import { orderMemberIds } from './conversation.ts'

/** The last `seq` that a member has read, and the last one delivered to a device of theirs. */
type ConversationMarks = { readUpTo: number; deliveredUpTo: number }

/** The marks of a member who has read and received nothing. */
export const NO_CONVERSATION_MARKS: ConversationMarks = { readUpTo: 0, deliveredUpTo: 0 }

/** The conversation of two members. `pair` is unique for the two; `marks` has an entry for each member. */
export type ConversationRow = {
  _id: string
  pair: string
  members: [low: string, high: string]
  seq: number
  rev: number
  lastMessageId: string | null
  createdAt: Date
  /** Time of the newest message. */
  movedAt: Date
  marks: Record<string, ConversationMarks>
}

/** A conversation in the list of one member; `_id` is the member and the other. */
export type ConversationMemberRow = {
  _id: string
  conversationId: string
  member: string
  other: string
  unread: number
  /** The member's `changeSeq` at the last change of the conversation. */
  moves: number
  movedAt: Date
}

/** The unread messages of a member in all conversations, and the member's `changeSeq` (`moves`); `_id` is the member. */
type UnreadTotalRow = { _id: string; messages: number; moves: number }

export const toPairKey = (one: string, other: string): string => orderMemberIds(one, other).join(' ')
export const toConversationMemberId = (member: string, other: string): string => `${member} ${other}`

export const getConversationCollection = ({ db }: MongoDatabase) => db.collection<ConversationRow>('conversations')
export const getConversationMemberCollection = ({ db }: MongoDatabase) =>
  db.collection<ConversationMemberRow>('conversation_members')
export const getUnreadTotalCollection = ({ db }: MongoDatabase) => db.collection<UnreadTotalRow>('unread_totals')

export const conversationCollections: MongoCollection[] = [
  { name: 'conversations', indexes: [{ name: 'of_two', key: { pair: 1 }, unique: true }] },
  {
    name: 'conversation_members',
    indexes: [
      { name: 'newest', key: { member: 1, movedAt: -1, conversationId: -1 } },
      {
        name: 'unread',
        key: { member: 1, movedAt: -1, conversationId: -1, unread: 1 },
        partialFilterExpression: { unread: { $gt: 0 } },
      },
      { name: 'by_moves', key: { member: 1, moves: 1 } },
    ],
  },
  { name: 'unread_totals' },
]
