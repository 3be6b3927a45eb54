import { canView, createMongoMemberReadModel, type Member, toMemberView } from '@meadow/members'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { findMongoBlocks } from '../members/mongo-relationship-lookup.ts'
import { isHiddenFrom } from '../messages/hidden-message.ts'
import {
  countPictures,
  getMessageCollection,
  type MessageRow,
  toShownMessageFilter,
} from '../messages/mongo-message-rows.ts'
import { type Conversation, MAX_HIDDEN_LAST_MESSAGES, toRequestView } from './conversation-repository.ts'
import { toMarksView } from './marks/conversation-marks.ts'
import { rowToMarks } from './marks/mongo-muted-sides.ts'
import {
  type ConversationMemberRow,
  type ConversationRow,
  getClearedUpTo,
  getConversationCollection,
  getConversationMemberCollection,
  getOtherMember,
  NO_CONVERSATION_MARKS,
  toConversationMemberId,
} from './mongo-conversation-rows.ts'

type LastMessageRow = Pick<
  MessageRow,
  | '_id'
  | 'conversationId'
  | 'seq'
  | 'content'
  | 'messageType'
  | 'pictureCount'
  | 'createdAt'
  | 'deletedAt'
  | 'senderId'
  | 'system'
  | 'expiresAt'
  | 'hidden'
>

const LAST_MESSAGE_PROJECTION = {
  conversationId: 1,
  seq: 1,
  content: 1,
  messageType: 1,
  pictureCount: 1,
  createdAt: 1,
  deletedAt: 1,
  senderId: 1,
  system: 1,
  expiresAt: 1,
  hidden: 1,
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
  const clearedUpTo = new Map(rows.map((row) => [row._id, getClearedUpTo(row, viewer._id)]))
  const shownById = await findShownLastMessages(mongo, viewer, messages, clearedUpTo)
  const messageById = new Map(messages.map((message) => [message._id, shownById.get(message._id) ?? message]))
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

/** Returns the newest message that is shown to the viewer for each of these last messages that is not, by the id of that one. */
async function findShownLastMessages(
  mongo: MongoDatabase,
  viewer: { _id: string },
  messages: readonly LastMessageRow[],
  clearedUpTo: ReadonlyMap<string, number>,
): Promise<Map<string, LastMessageRow>> {
  const at = new Date()
  const getCleared = (conversationId: string) => clearedUpTo.get(conversationId) ?? 0
  const hidden = messages.filter(
    (message) => message.seq > getCleared(message.conversationId) && isHidden(message, viewer, at),
  )
  const found = await runMongoOperations(
    mongo,
    hidden.map(({ _id, conversationId, seq }) => async () => {
      const first = Math.max(seq - MAX_HIDDEN_LAST_MESSAGES, getCleared(conversationId) + 1)
      const filter = { conversationId, seq: { $lt: seq, $gte: first } }
      const [last] = await getMessageCollection(mongo)
        .find(
          { ...filter, ...toShownMessageFilter(viewer._id, at) },
          { ...mongo.operationOptions, hint: 'by_place', projection: LAST_MESSAGE_PROJECTION },
        )
        .sort({ seq: -1 })
        .limit(1)
        .toArray()
      return [_id, last] as const
    }),
  )
  return new Map(found.flatMap(([_id, last]) => (last ? [[_id, last] as const] : [])))
}

const isHidden = ({ expiresAt, hidden = [] }: LastMessageRow, viewer: { _id: string }, at: Date): boolean =>
  isHiddenFrom({ expiresAt, hiddenFrom: hidden.map(({ member }) => member) }, viewer, at)

function toConversation(row: ConversationRow, related: RelatedRows): Conversation {
  const { rev, seq, marks, disappearAfter } = row
  const { viewer, member, side, isOpen, isBlocked, isFollowing } = related
  const { senderId: sender, conversationId: _, system, hidden: __, ...lastMessage } = related.lastMessage
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
      ...(system && { system }),
      ...((lastMessage.seq <= getClearedUpTo(row, viewer) ||
        isHidden(related.lastMessage, { _id: viewer }, new Date())) && { isHidden: true }),
    },
    unreadCount: side.unread,
    rev,
    ...otherMarks,
    canSend: isOpen,
    hasPresence: isOpen && !side.request,
    isBlocked,
    marks: toMarksView(rowToMarks(side), seq, new Date()),
    disappearAfter,
    ...toRequestView(side.request),
  }
}
