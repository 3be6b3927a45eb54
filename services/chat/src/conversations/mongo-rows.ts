import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import { inOrder } from './conversation.ts'

/** How far a member has come, by `seq`. */
type Marks = { readUpTo: number; deliveredUpTo: number }

/** What two members have with each other. `pair` is both of them, `marks` how far each of them is. */
export type ConversationRow = {
  _id: string
  pair: string
  members: [low: string, high: string]
  seq: number
  rev: number
  lastMessageId: string | null
  createdAt: Date
  /** When its newest message was written. */
  movedAt: Date
  marks: Record<string, Marks>
}

/** The same as one of the two has it in their list; `_id` is the member and the other. */
export type SideRow = {
  _id: string
  conversationId: string
  member: string
  other: string
  unread: number
  /** The member's own count of changes when it changed last. */
  moves: number
  movedAt: Date
}

/** What is unread for a member in all, and how often anything changed in what they have; `_id` is the member. */
type TotalRow = { _id: string; messages: number; moves: number }

export const pairOf = (one: string, other: string): string => inOrder(one, other).join(' ')
export const sideId = (member: string, other: string): string => `${member} ${other}`

export const conversationsIn = ({ db }: MongoDatabase) => db.collection<ConversationRow>('conversations')
export const sidesIn = ({ db }: MongoDatabase) => db.collection<SideRow>('conversation_members')
export const totalsIn = ({ db }: MongoDatabase) => db.collection<TotalRow>('unread_totals')

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
