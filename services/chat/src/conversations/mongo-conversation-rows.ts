import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import { type ConversationKind, type MemberMarks, orderMemberIds, type RequestState } from './conversation.ts'

/** The marks of a member who has read and received nothing. */
export const NO_CONVERSATION_MARKS: MemberMarks = { readUpTo: 0, deliveredUpTo: 0 }

/**
 * A conversation. `pair` is unique: the two members of a direct conversation, the id of every other one. `marks` has an entry
 * for each member. Documents of earlier versions have no `kind`: they are direct conversations.
 */
export type ConversationRow = {
  _id: string
  kind?: ConversationKind
  pair: string
  members: readonly string[]
  seq: number
  rev: number
  lastMessageId: string | null
  createdAt: Date
  /** Time of the newest message. */
  movedAt: Date
  marks: Record<string, MemberMarks>
  /** The seconds after which new messages disappear; null or missing if they stay. */
  disappearAfter?: number | null
  /** The states of a message request, by the ids of members. Absent if it is none. */
  requests?: Record<string, RequestState>
  /** The last `seq` that members have cleared, by their ids. Absent if none has. */
  cleared?: Record<string, number>
  /** Only a group has these three. */
  name?: string
  /** The creator, and the id by which a repeat of the creation finds it. */
  clientGroupKey?: string
  invitations?: readonly GroupInvitationRow[]
}

/** A member who is invited to a group. */
export type GroupInvitationRow = { member: string; invitedBy: string; invitedAt: Date; fromSeq: number }

/**
 * A conversation in the list of one member; `_id` is the member and the other member of a direct conversation, or the member and
 * the id of every other one. Documents of earlier versions have no `role`.
 */
export type ConversationMemberRow = {
  _id: string
  conversationId: string
  member: string
  other: string | null
  role?: string
  /** Only members of a group have these two: see `GroupMember`. */
  joinedAt?: Date
  fromSeq?: number
  unread: number
  /** The member's `changeSeq` at the last change of the conversation. */
  moves: number
  movedAt: Date
  /** These five are what the member has set: see `ConversationMarks`. They are absent before that. */
  mutedUntil?: Date | null
  pinnedAt?: Date | null
  archivedSeq?: number | null
  isUnread?: boolean
  /** As in the conversation. */
  clearedUpTo?: number
  /** The state of a message request for this member, as in the conversation. */
  request?: RequestState
}

/**
 * The unread messages of a member in all conversations, muted ones included, and the member's `changeSeq` (`moves`); `_id` is the member.
 * After `mutedUntil` none of their conversations is muted.
 */
export type UnreadTotalRow = { _id: string; messages: number; moves: number; mutedUntil?: Date | null }

/** The conditions on marks that are set, as their partial indexes have them. */
export const IS_SET = {
  mutedUntil: { $gt: new Date(0) },
  pinnedAt: { $gt: new Date(0) },
  archivedSeq: { $gte: 0 },
}

export const toPairKey = (one: string, other: string): string => orderMemberIds(one, other).join(' ')
export const toConversationMemberId = (member: string, otherOrConversationId: string): string =>
  `${member} ${otherOrConversationId}`

/** Returns the other member of a direct conversation; null in other kinds. */
export const getOtherMember = (
  { kind = 'direct', members }: Pick<ConversationRow, 'kind' | 'members'>,
  member: string,
): string | null => (kind === 'direct' ? (members.find((id) => id !== member) ?? null) : null)

/** Returns the members of a conversation with their marks, and the state of a message request. */
export const listMarkedMembers = ({
  members,
  marks,
  requests = {},
}: Pick<ConversationRow, 'members' | 'marks' | 'requests'>): (MemberMarks & {
  _id: string
  request: RequestState | null
})[] => members.map((_id) => ({ _id, ...(marks[_id] ?? NO_CONVERSATION_MARKS), request: requests[_id] ?? null }))

/** Returns the last `seq` that a member has cleared; 0 if there is none. */
export const getClearedUpTo = ({ cleared }: Pick<ConversationRow, 'cleared'>, member: string): number =>
  cleared?.[member] ?? 0

/** Lists the members who have cleared a message. */
export const listClearedFrom = ({ cleared = {} }: Pick<ConversationRow, 'cleared'>, seq: number): string[] =>
  Object.entries(cleared).flatMap(([member, upTo]) => (seq <= upTo ? [member] : []))

export const getConversationCollection = ({ db }: MongoDatabase) => db.collection<ConversationRow>('conversations')
export const getConversationMemberCollection = ({ db }: MongoDatabase) =>
  db.collection<ConversationMemberRow>('conversation_members')
export const getUnreadTotalCollection = ({ db }: MongoDatabase) => db.collection<UnreadTotalRow>('unread_totals')

/** The index of the groups to which a member is invited. */
export const INVITED_INDEX = 'by_invited'

export const conversationCollections: MongoCollection[] = [
  {
    name: 'conversations',
    indexes: [
      { name: 'of_two', key: { pair: 1 }, unique: true },
      {
        name: 'by_client_group',
        key: { clientGroupKey: 1 },
        unique: true,
        partialFilterExpression: { clientGroupKey: { $gt: '' } },
      },
      {
        name: INVITED_INDEX,
        key: { 'invitations.member': 1 },
        partialFilterExpression: { 'invitations.member': { $gt: '' } },
      },
    ],
  },
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
      { name: 'muted', key: { member: 1, mutedUntil: 1 }, partialFilterExpression: { mutedUntil: IS_SET.mutedUntil } },
      {
        name: 'pinned',
        key: { member: 1, movedAt: -1, conversationId: -1, pinnedAt: 1 },
        partialFilterExpression: { pinnedAt: IS_SET.pinnedAt },
      },
      {
        name: 'archived',
        key: { member: 1, movedAt: -1, conversationId: -1, archivedSeq: 1 },
        partialFilterExpression: { archivedSeq: IS_SET.archivedSeq },
      },
      {
        name: 'requests',
        key: { member: 1, movedAt: -1, conversationId: -1, request: 1 },
        partialFilterExpression: { request: 'received' },
      },
      {
        name: 'marked_unread',
        key: { member: 1, movedAt: -1, conversationId: -1, isUnread: 1 },
        partialFilterExpression: { isUnread: true },
      },
    ],
  },
  { name: 'unread_totals' },
]
