import type { Actor } from '@meadow/contracts'
import { toMongoOutboxWrites } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import {
  type MongoDatabase,
  type MongoWrite,
  runMongoOperations,
  runMongoWrites,
  toMongoInsert,
  toMongoUpdate,
} from '@meadow/storage'
import { assertCanSend, type ConversationAddress, openDirectConversation } from '../../conversations/conversation.ts'
import {
  areMutualFollowers,
  type FoundConversation,
  findConversation,
  findMemberIds,
  isVisibleMember,
  planConversationChange,
  withConversationTransaction,
} from '../../conversations/mongo-change-conversation.ts'
import { listOtherMarks } from '../../conversations/mongo-conversation-rows.ts'
import { insertConversation } from '../../conversations/mongo-insert-conversation.ts'
import { assertPicturesClaimed, toPictureClaims } from '../../pictures/mongo-message-pictures.ts'
import { toSearchFields } from '../../search/search-text.ts'
import { toThreadMark } from '../../threads/mongo-thread-markers.ts'
import { getMessageCollection, type MessageRow } from '../mongo-message-rows.ts'
import { REPLY_PROJECTION, readMessage, readParticipantRows, toParticipant, toQuote } from '../mongo-read-messages.ts'
import {
  type BatchMessage,
  type BatchMessageContext,
  type PlannedMessage,
  planMessageBatch,
  type ReferencedBatchMessage,
} from './message-batch.ts'
import {
  createMessageSentEvents,
  listReferencedIds,
  type NewMessage,
  type SentMessage,
  type StoreMessage,
  toSentMessage,
} from './new-message.ts'

/**
 * Creates `StoreMessage` on MongoDB. The transaction of a message in an existing conversation has at most three commands: it
 * reads the conversation with the totals of its members, the messages that the new one refers to, if any, and writes all
 * documents at once. What cannot change the result is read before it.
 */
export const createMongoSendMessage =
  (mongo: MongoDatabase): StoreMessage =>
  async (message, sender, address) => {
    const memberIds = await findMemberIds(mongo, sender._id, address)
    return withConversationTransaction(mongo, memberIds, (tx) => storeMessage(mongo, tx, { message, sender, address }))
  }

async function storeMessage(mongo: MongoDatabase, tx: MongoDatabase, entry: BatchMessage): Promise<SentMessage> {
  const { message, sender, address } = entry
  const [isVisible, original, participants] = await runMongoOperations(mongo, [
    async () => !('otherId' in address) || isVisibleMember(mongo, sender._id, address.otherId),
    () => findOriginal(mongo, message, sender),
    () => readParticipants(mongo, sender, address),
  ])
  const existing = isVisible ? await findConversation(tx, sender._id, address) : undefined
  const conversation = existing ?? (await startConversation(tx, entry, isVisible))
  const members = {
    ...(existing && participants ? participants : await readKnownParticipants(tx, sender, address)),
    others: listOtherMarks(conversation, sender._id),
  }
  const context: BatchMessageContext = { isVisible, original, conversation: { ...conversation, members } }
  const [outcome] = planMessageBatch([{ ...entry, ...context }], await readReferenced(tx, conversation, message))
  if (outcome?.kind === 'refused') throw outcome.error
  if (outcome?.kind === 'repeat') return { message: await readMessage(tx, outcome.messageId), recipients: [] }
  if (outcome?.kind !== 'new') throw new Error('The message has no plan')
  return writeMessage(tx, conversation, outcome.planned)
}

/** Opens a direct conversation between mutual followers. @throws not_found, member_not_found, not_mutual */
async function startConversation(
  tx: MongoDatabase,
  { message, sender, address }: BatchMessage,
  isVisible: boolean,
): Promise<FoundConversation> {
  if (!('otherId' in address)) throw new DomainError('not_found')
  const { otherId } = address
  const isMutual = isVisible && (await areMutualFollowers(tx, sender._id, otherId))
  assertCanSend({ isVisible, isMutual }, false)
  await createMongoMemberReadModel(tx).upsertActor(sender)
  const { newConversationId, createdAt } = message
  await insertConversation(tx, openDirectConversation(newConversationId, sender._id, otherId, createdAt))
  const conversation = await findConversation(tx, sender._id, address)
  if (!conversation) throw new Error('The conversation that was just inserted does not exist')
  return conversation
}

/** Returns the message of the sender with the same `clientMessageId`. */
async function findOriginal(mongo: MongoDatabase, { clientMessageId }: NewMessage, sender: Actor) {
  if (!clientMessageId) return undefined
  const filter = { senderId: sender._id, clientMessageId }
  const options = { ...mongo.operationOptions, projection: { fingerprint: 1 } }
  return (await getMessageCollection(mongo).findOne(filter, options)) ?? undefined
}

/** Returns the sender and the other member of a direct conversation; undefined if one of them is not known yet. */
async function readParticipants(mongo: MongoDatabase, { _id: senderId }: Actor, address: ConversationAddress) {
  const otherId = 'otherId' in address ? address.otherId : null
  const rows = await readParticipantRows(mongo, otherId === null ? [senderId] : [senderId, otherId])
  const sender = toParticipant(rows, senderId, otherId)
  const recipient = otherId === null ? null : toParticipant(rows, otherId, senderId)
  return sender && recipient !== undefined ? { sender, recipient } : undefined
}

/** @throws member_not_found */
async function readKnownParticipants(tx: MongoDatabase, sender: Actor, address: ConversationAddress) {
  const participants = await readParticipants(tx, sender, address)
  if (!participants) throw new DomainError('member_not_found')
  return participants
}

async function readReferenced(
  tx: MongoDatabase,
  { _id: conversationId }: FoundConversation,
  message: NewMessage,
): Promise<ReferencedBatchMessage[]> {
  const ids = listReferencedIds(message)
  if (ids.length === 0) return []
  const rows = await getMessageCollection(tx)
    .find(
      { _id: { $in: ids }, conversationId },
      { ...tx.operationOptions, hint: '_id_', projection: { ...REPLY_PROJECTION, threadId: 1 } },
    )
    .toArray()
  return rows.map((row) => ({ _id: row._id, threadId: row.threadId, conversationId, quote: toQuote(row) }))
}

async function writeMessage(
  tx: MongoDatabase,
  conversation: FoundConversation,
  { message, sender, stored, recipientIds }: PlannedMessage,
): Promise<SentMessage> {
  const { writes, totals } = planConversationChange(tx, conversation, {
    message: { _id: stored._id, at: stored.createdAt },
    unread: { of: recipientIds, by: 1 },
  })
  const { deletedCount } = await runMongoWrites(tx, [
    ...writes,
    toMongoInsert(getMessageCollection(tx), toMessageRow(message, stored)),
    ...toPictureClaims(tx, message.pictures),
    ...toThreadWrites(tx, stored),
    ...toMongoOutboxWrites(tx, createMessageSentEvents(stored, sender, message.eventId)),
  ])
  assertPicturesClaimed(message.pictures, deletedCount)
  return toSentMessage(stored, recipientIds, totals)
}

const toMessageRow = (message: NewMessage, stored: PlannedMessage['stored']): MessageRow => ({
  _id: stored._id,
  conversationId: stored.conversationId,
  seq: stored.seq,
  rev: stored.rev,
  senderId: stored.sender._id,
  recipientId: stored.recipient?._id ?? null,
  clientMessageId: stored.clientMessageId,
  fingerprint: message.fingerprint,
  content: stored.content,
  ...toSearchFields(stored.content),
  messageType: stored.messageType,
  picture: stored.pictures[0] ?? null,
  pictures: stored.pictures,
  pictureCount: stored.pictures.length,
  replyTo: message.replyTo ?? null,
  threadId: stored.threadId,
  threadCount: 0,
  threadLastSeq: 0,
  reactions: [],
  createdAt: stored.createdAt,
  editedAt: null,
  deletedAt: null,
})

/** Returns the writes that count a message in its thread. The sender has then read the thread up to it. */
function toThreadWrites(tx: MongoDatabase, { threadId, sender, seq, rev }: PlannedMessage['stored']): MongoWrite[] {
  if (threadId === null) return []
  const update = { $inc: { threadCount: 1 }, $set: { threadLastSeq: seq, rev } }
  return [
    toMongoUpdate(getMessageCollection(tx), { _id: threadId }, update),
    toThreadMark(tx, threadId, sender._id, seq),
  ]
}
