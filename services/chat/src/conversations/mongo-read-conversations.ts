import { canView, createMongoMemberReadModel, type Member, toMemberView } from '@meadow/members'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { findMongoBlocks } from '../members/mongo-relationship-lookup.ts'
import { countPictures, getMessageCollection, type MessageRow } from '../messages/mongo-message-rows.ts'
import type { Conversation } from './conversation-repository.ts'
import { toMarksView } from './marks/conversation-marks.ts'
import { rowToMarks } from './marks/mongo-muted-sides.ts'
import {
  type ConversationMemberRow,
  type ConversationRow,
  getConversationCollection,
  getConversationMemberCollection,
  getOtherMember,
  NO_CONVERSATION_MARKS,
  toConversationMemberId,
} from './mongo-conversation-rows.ts'

type LastMessageRow = Pick<
  MessageRow,
  '_id' | 'seq' | 'content' | 'messageType' | 'pictureCount' | 'createdAt' | 'deletedAt' | 'senderId'
>

const LAST_MESSAGE_PROJECTION = {
  seq: 1,
  content: 1,
  messageType: 1,
  pictureCount: 1,
  createdAt: 1,
  deletedAt: 1,
  senderId: 1,
} as const

/** Documents of other collections that belong to one conversation. */
type RelatedRows = {
  viewer: string
  member: Member
  side: ConversationMemberRow
  lastMessage: LastMessageRow
  isOpen: boolean
  isBlocked: boolean
  isFollowing: boolean
}

/**
 * Reads direct conversations as the viewer has them, by id. Leaves out those without a message, or with an unknown member. Counts
 * and messages are read after `rev`: they may be newer than it, never older.
 */
export async function readConversations(
  mongo: MongoDatabase,
  viewer: { _id: string },
  ids: readonly string[],
): Promise<Map<string, Conversation>> {
  if (ids.length === 0) return new Map()
  const { operationOptions } = mongo
  const found = await getConversationCollection(mongo)
    .find({ _id: { $in: [...ids] } }, operationOptions)
    .toArray()
  const rows = found.flatMap((row) => {
    const otherId = getOtherMember(row, viewer._id)
    return otherId === null ? [] : [{ ...row, otherId }]
  })
  const otherIds = rows.map(({ otherId }) => otherId)
  const sideIds = otherIds.map((otherId) => toConversationMemberId(viewer._id, otherId))
  const lastIds = rows.map(({ lastMessageId }) => lastMessageId).filter((id) => id !== null)
  const [sides, messages, members, blocks, blocksOfViewer, followed] = await runMongoOperations(mongo, [
    () =>
      getConversationMemberCollection(mongo)
        .find({ _id: { $in: sideIds } }, operationOptions)
        .toArray(),
    () =>
      getMessageCollection(mongo)
        .find({ _id: { $in: lastIds } }, { ...operationOptions, projection: LAST_MESSAGE_PROJECTION })
        .toArray(),
    () => createMongoMemberReadModel(mongo).find(otherIds),
    () => findMongoBlocks(mongo, otherIds, [viewer._id]),
    () => findMongoBlocks(mongo, [viewer._id], otherIds),
    () => createMongoMemberReadModel(mongo).findFollowed(viewer._id, otherIds),
  ])
  const sideByConversation = new Map(sides.map((side) => [side.conversationId, side]))
  const blockerIds = new Set(blocks.map(({ from }) => from))
  const blockedIds = new Set(blocksOfViewer.map(({ to }) => to))
  const messageById = new Map(messages.map((message) => [message._id, message]))
  const conversations = rows.flatMap((row) => {
    const { otherId } = row
    const member = members.get(otherId)
    const side = sideByConversation.get(row._id)
    const lastMessage = messageById.get(row.lastMessageId ?? '')
    if (!member || !side || !lastMessage) return []
    const isBlocked = blockedIds.has(otherId)
    const isOpen = canView(viewer, member, { blocked: isBlocked || blockerIds.has(otherId) })
    const isFollowing = followed.has(otherId)
    const related = { viewer: viewer._id, member, side, lastMessage, isOpen, isBlocked, isFollowing }
    return [[row._id, toConversation(row, related)] as const]
  })
  return new Map(conversations)
}

function toConversation({ rev, seq, marks }: ConversationRow, related: RelatedRows): Conversation {
  const { viewer, member, side, isOpen, isBlocked, isFollowing } = related
  const { senderId: sender, ...lastMessage } = related.lastMessage
  const otherMarks = marks[member._id] ?? NO_CONVERSATION_MARKS
  const readerMarks = sender === viewer ? otherMarks : (marks[viewer] ?? NO_CONVERSATION_MARKS)
  return {
    _id: member._id,
    user: toMemberView(member, isFollowing),
    lastMessage: {
      ...lastMessage,
      pictureCount: countPictures(lastMessage),
      sender,
      isRead: lastMessage.seq <= readerMarks.readUpTo,
    },
    unreadCount: side.unread,
    rev,
    ...otherMarks,
    canSend: isOpen,
    hasPresence: isOpen,
    isBlocked,
    marks: toMarksView(rowToMarks(side), seq, new Date()),
  }
}
