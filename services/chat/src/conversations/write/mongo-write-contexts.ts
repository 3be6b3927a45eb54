import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { findMongoBlocksBetween } from '../../members/mongo-relationship-lookup.ts'
import { getMessageCollection } from '../../messages/mongo-message-rows.ts'
import { REPLY_PROJECTION, readParticipantRows, toParticipant, toQuote } from '../../messages/mongo-read-messages.ts'
import { readMutedSides, sumMutedUnread } from '../marks/mongo-muted-sides.ts'
import {
  getConversationMemberCollection,
  getUnreadTotalCollection,
  toConversationMemberId,
} from '../mongo-conversation-rows.ts'
import { isVisibleMember } from '../mongo-relationship.ts'
import { countUnread } from '../mongo-unread-count.ts'
import {
  type BatchEntry,
  type ConversationWrite,
  EMPTY_UNREAD_TOTAL,
  type MessageContext,
  type MessageWrite,
  type ReadContext,
  type ReadWrite,
} from './conversation-write.ts'
import type { FoundConversation } from './mongo-conversation-changes.ts'
import { listReferencedIds, type NewMessage, type ReferencedMessage } from './new-message.ts'

/** Reads what decides on a message, and cannot change the result: before the transaction. */
export async function readMessageContext(
  mongo: MongoDatabase,
  write: MessageWrite,
  memberIds: readonly string[],
): Promise<MessageContext> {
  const { message, sender, address } = write
  const [isVisible, original, participants, hiddenIds] = await runMongoOperations(mongo, [
    async () => !('otherId' in address) || isVisibleMember(mongo, sender._id, address.otherId),
    () => findOriginal(mongo, message, sender),
    () => readParticipants(mongo, write),
    async () => ('otherId' in address ? undefined : findHiddenIds(mongo, sender._id, memberIds)),
  ])
  return { isVisible, original, participants, ...(hiddenIds && { hiddenIds }) }
}

/** Returns the members of a group with whom a member has a block. */
async function findHiddenIds(mongo: MongoDatabase, memberId: string, memberIds: readonly string[]): Promise<string[]> {
  return [...((await findMongoBlocksBetween(mongo, [memberId], memberIds)).get(memberId) ?? [])]
}

/** Returns a context that also knows the blocks of those who joined a group after its `memberIds` were read, while the message waited. */
export async function addJoinedMembers(
  tx: MongoDatabase,
  { sender }: MessageWrite,
  context: MessageContext,
  { members }: FoundConversation,
  memberIds: readonly string[],
): Promise<MessageContext> {
  const joinedIds = members.map(({ _id }) => _id).filter((id) => !memberIds.includes(id))
  if (!context.hiddenIds || joinedIds.length === 0) return context
  return { ...context, hiddenIds: [...context.hiddenIds, ...(await findHiddenIds(tx, sender._id, joinedIds))] }
}

/** Returns a write with what decides on it. Members who became known since `messageContext` was read are read again. */
export async function readEntry(
  tx: MongoDatabase,
  write: ConversationWrite,
  conversation: FoundConversation | undefined,
  messageContext: MessageContext | undefined,
): Promise<BatchEntry> {
  if (write.kind === 'delivery') return { ...write, conversation }
  if (write.kind === 'read') return { ...write, conversation, context: await readReadContext(tx, write, conversation) }
  if (!messageContext) throw new Error('A message has no context')
  const participants = messageContext.participants ?? (conversation && (await readParticipants(tx, write)))
  return { ...write, conversation, context: { ...messageContext, participants } }
}

/** Reads the messages that a new one references, also deleted ones. */
export async function readReferenced(
  tx: MongoDatabase,
  { _id: conversationId, cleared }: FoundConversation,
  message: NewMessage,
): Promise<ReferencedMessage[]> {
  const ids = listReferencedIds(message)
  if (ids.length === 0) return []
  const rows = await getMessageCollection(tx)
    .find(
      { _id: { $in: ids }, conversationId },
      { ...tx.operationOptions, hint: '_id_', projection: { ...REPLY_PROJECTION, threadId: 1 } },
    )
    .toArray()
  return rows.map((row) => ({
    _id: row._id,
    threadId: row.threadId,
    conversationId,
    quote: toQuote(row, { ...(cleared && { cleared }) }),
  }))
}

/** Finds the message of the sender with the same `clientMessageId`. */
export async function findOriginal(
  mongo: MongoDatabase,
  { clientMessageId }: Pick<NewMessage, 'clientMessageId'>,
  sender: { _id: string },
) {
  if (!clientMessageId) return undefined
  const filter = { senderId: sender._id, clientMessageId }
  const options = { ...mongo.operationOptions, projection: { fingerprint: 1 } }
  return (await getMessageCollection(mongo).findOne(filter, options)) ?? undefined
}

/** Returns the sender and the other member of a direct conversation; undefined if one of them is not known yet. */
async function readParticipants(mongo: MongoDatabase, { sender: { _id: senderId }, address }: MessageWrite) {
  const otherId = 'otherId' in address ? address.otherId : null
  const rows = await readParticipantRows(mongo, otherId === null ? [senderId] : [senderId, otherId])
  const sender = toParticipant(rows, senderId, otherId)
  const recipient = otherId === null ? null : toParticipant(rows, otherId, senderId)
  return sender && recipient !== undefined ? { sender, recipient } : undefined
}

/** Reads what is unread for a reader: in the conversation, after the mark, and in all conversations. */
async function readReadContext(
  tx: MongoDatabase,
  read: ReadWrite,
  conversation: FoundConversation | undefined,
): Promise<ReadContext> {
  const { memberId, upToSeq = conversation?.seq ?? 0 } = read
  const total = conversation
    ? conversation.totals.find(({ _id }) => _id === memberId)
    : await getUnreadTotalCollection(tx).findOne({ _id: memberId }, tx.operationOptions)
  const muted = conversation?.muted ?? (await readMutedSides(tx, total ? [total] : [], new Date()))
  const messages = (total?.messages ?? 0) - sumMutedUnread(muted, memberId)
  const known = { total: total ? { messages, changeSeq: total.moves } : EMPTY_UNREAD_TOTAL }
  if (!conversation) return { ...known, unreadCount: 0, unreadAfter: 0 }
  const { _id, otherId } = conversation
  const side = await getConversationMemberCollection(tx).findOne(
    { _id: toConversationMemberId(memberId, otherId ?? _id) },
    { ...tx.operationOptions, projection: { unread: 1 } },
  )
  return {
    ...known,
    unreadCount: side?.unread ?? 0,
    unreadAfter: await countUnread(tx, conversation, memberId, upToSeq),
  }
}
