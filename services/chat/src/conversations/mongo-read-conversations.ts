import { canView, createMongoMemberReadModel, type Member, toMemberView } from '@meadow/members'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { findMongoBlocksBetween } from '../members/mongo-relationship-lookup.ts'
import { type MessageRow, messagesIn } from '../messages/mongo-rows.ts'
import type { Conversation } from './conversation-repository.ts'
import { type ConversationRow, conversationsIn, type SideRow, sideId, sidesIn } from './mongo-rows.ts'

type Last = Pick<MessageRow, '_id' | 'seq' | 'content' | 'messageType' | 'createdAt' | 'deletedAt' | 'senderId'>

const LAST = { seq: 1, content: 1, messageType: 1, createdAt: 1, deletedAt: 1, senderId: 1 } as const

/** What belongs to a conversation and is kept elsewhere. */
type Around = { viewer: string; member: Member; side: SideRow; last: Last; isOpen: boolean; isFollowing: boolean }

/**
 * Conversations as the viewer has them, by id; those without a message, or with somebody of whom nothing is known, are left
 * out. What is read after their `rev` may be newer, never older.
 */
export async function readConversations(
  mongo: MongoDatabase,
  viewer: { _id: string },
  ids: readonly string[],
): Promise<Map<string, Conversation>> {
  if (ids.length === 0) return new Map()
  const { operationOptions: within } = mongo
  const rows = await conversationsIn(mongo)
    .find({ _id: { $in: [...ids] } }, within)
    .toArray()
  const others = rows.map((row) => otherOf(row, viewer._id))
  const sideIds = others.map((other) => sideId(viewer._id, other))
  const lastIds = rows.map(({ lastMessageId }) => lastMessageId).filter((id) => id !== null)
  const [sides, messages, members, blocked, followed] = await runMongoOperations(mongo, [
    () =>
      sidesIn(mongo)
        .find({ _id: { $in: sideIds } }, within)
        .toArray(),
    () =>
      messagesIn(mongo)
        .find({ _id: { $in: lastIds } }, { ...within, projection: LAST })
        .toArray(),
    () => createMongoMemberReadModel(mongo).find(others),
    () => findMongoBlocksBetween(mongo, [viewer._id], others),
    () => createMongoMemberReadModel(mongo).findFollowed(viewer._id, others),
  ])
  const sideOf = new Map(sides.map((side) => [side.conversationId, side]))
  const messageOf = new Map(messages.map((message) => [message._id, message]))
  const conversations = rows.flatMap((row) => {
    const other = otherOf(row, viewer._id)
    const member = members.get(other)
    const [side, last] = [sideOf.get(row._id), messageOf.get(row.lastMessageId ?? '')]
    if (!member || !side || !last) return []
    const isOpen = canView(viewer, member, { blocked: blocked.get(viewer._id)?.has(other) ?? false })
    const around = { viewer: viewer._id, member, side, last, isOpen, isFollowing: followed.has(other) }
    return [[row._id, toConversation(row, around)] as const]
  })
  return new Map(conversations)
}

const otherOf = ({ members: [low, high] }: ConversationRow, member: string): string => (low === member ? high : low)

function toConversation({ rev, marks }: ConversationRow, around: Around): Conversation {
  const { viewer, member, side, isOpen, isFollowing } = around
  const { senderId: sender, ...last } = around.last
  const unmarked = { readUpTo: 0, deliveredUpTo: 0 }
  const theirs = marks[member._id] ?? unmarked
  const reader = sender === viewer ? theirs : (marks[viewer] ?? unmarked)
  return {
    _id: member._id,
    user: toMemberView(member, isFollowing),
    lastMessage: { ...last, sender, isRead: last.seq <= reader.readUpTo },
    unreadCount: side.unread,
    rev,
    ...theirs,
    canSend: isOpen,
    isOpen,
  }
}
