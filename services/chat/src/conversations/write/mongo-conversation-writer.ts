import { toMongoOutboxWrites } from '@meadow/events'
import { toDueLinkPreview } from '@meadow/link-preview'
import { createMongoMemberReadModel } from '@meadow/members'
import { type MongoDatabase, type MongoWrite, runMongoWrites, toMongoInsert, toMongoUpdate } from '@meadow/storage'
import { getMessageCollection, type MessageRow } from '../../messages/mongo-message-rows.ts'
import { readMessage } from '../../messages/mongo-read-messages.ts'
import { assertFilesClaimed, toFileClaims } from '../../pictures/mongo-message-pictures.ts'
import { listMessagePaths } from '../../pictures/picture-paths.ts'
import { toSearchFields } from '../../search/search-text.ts'
import { toThreadMark } from '../../threads/mongo-thread-markers.ts'
import { toVideoTaskWrites } from '../../video/mongo-videos.ts'
import { toVoiceTaskWrites } from '../../voice/mongo-voice-tasks.ts'
import { openDirectConversation, type Relationship, type UnreadTotal } from '../conversation.ts'
import { getConversationCollection } from '../mongo-conversation-rows.ts'
import { isVisibleMember, readMongoContact } from '../mongo-relationship.ts'
import {
  type BatchEntry,
  type ConversationWrite,
  type ConversationWriter,
  type DeliveryMark,
  getWriterId,
  type MessageContext,
  type PlannedMessage,
  type ReadResult,
  toWriteResult,
  type WriteResult,
} from './conversation-write.ts'
import {
  type FoundConversation,
  findConversation,
  findMemberIds,
  toConversationWrites,
  withConversationTransaction,
} from './mongo-conversation-changes.ts'
import { insertConversation } from './mongo-insert-conversation.ts'
import { addJoinedMembers, readEntry, readMessageContext, readReferenced } from './mongo-write-contexts.ts'
import type { NewMessage, SentMessage } from './new-message.ts'
import {
  type ConversationBatchPlan,
  planConversationBatch,
  planWithoutConversation,
} from './plan-conversation-batch.ts'

/**
 * Creates the writer of conversations on MongoDB. Each write is a batch of one. The transaction of a message in an existing
 * conversation has at most three commands: it reads the conversation with the totals of its members, the messages that the new
 * one refers to, if any, and writes all documents at once. What cannot change the result is read before it.
 */
export function createMongoConversationWriter(mongo: MongoDatabase): ConversationWriter {
  async function write<Result extends WriteResult>(item: ConversationWrite): Promise<Result> {
    const memberIds = await findMemberIds(mongo, getWriterId(item), item.address)
    return withConversationTransaction(
      mongo,
      memberIds,
      (tx) => writeConversation(mongo, tx, item, memberIds) as Promise<Result>,
    )
  }
  return {
    sendMessage: (message, sender, address) => write<SentMessage>({ kind: 'message', message, sender, address }),
    markDelivered: (delivery) => write<DeliveryMark | undefined>({ kind: 'delivery', ...delivery }),
    markRead: (read) => write<ReadResult>({ kind: 'read', ...read }),
  }
}

async function writeConversation(
  mongo: MongoDatabase,
  tx: MongoDatabase,
  write: ConversationWrite,
  memberIds: readonly string[],
): Promise<WriteResult> {
  const known = write.kind === 'message' ? await readMessageContext(mongo, write, memberIds) : undefined
  const found = await findConversation(tx, getWriterId(write), write.address)
  const messageContext =
    write.kind === 'message' && known && found ? await addJoinedMembers(tx, write, known, found, memberIds) : known
  const entry = await readEntry(tx, write, found, messageContext)
  if (found) return writeEntry(tx, entry, found)
  const relationship = await readRelationship(tx, write, messageContext)
  const outcome = planWithoutConversation(entry, relationship)
  if (outcome) return toWriteResult(outcome)
  const opened = await openConversation(tx, write, !relationship?.canBegin)
  return writeEntry(tx, await readEntry(tx, write, opened, messageContext), opened)
}

/** Reads the relationship of the writer with the other member of a direct conversation. */
async function readRelationship(
  tx: MongoDatabase,
  write: ConversationWrite,
  messageContext: MessageContext | undefined,
): Promise<Relationship | undefined> {
  if (!('otherId' in write.address)) return undefined
  const [memberId, { otherId }] = [getWriterId(write), write.address]
  const isVisible = messageContext?.isVisible ?? (await isVisibleMember(tx, memberId, otherId))
  if (!isVisible) return { isVisible, canBegin: false, canRequest: false }
  const { canBegin, canRequest } = await readMongoContact(tx, memberId, otherId)
  return { isVisible, canBegin, canRequest }
}

/** Opens a direct conversation, for its first message. `isRequest`: it is a request for the recipient. */
async function openConversation(
  tx: MongoDatabase,
  write: ConversationWrite,
  isRequest: boolean,
): Promise<FoundConversation> {
  const { address } = write
  if (write.kind !== 'message' || !('otherId' in address))
    throw new Error('Only a message to a member opens a conversation')
  const { message, sender } = write
  await createMongoMemberReadModel(tx).upsertActor(sender)
  await insertConversation(
    tx,
    openDirectConversation(
      message.newConversationId,
      { sender: sender._id, other: address.otherId, isRequest },
      message.createdAt,
    ),
  )
  const conversation = await findConversation(tx, sender._id, address)
  if (!conversation) throw new Error('The conversation that was just inserted does not exist')
  return conversation
}

/** Plans a write as a batch of one, and stores all that it changes at once. */
async function writeEntry(tx: MongoDatabase, entry: BatchEntry, conversation: FoundConversation): Promise<WriteResult> {
  const plan = planConversationBatch(
    [entry],
    entry.kind === 'message' ? await readReferenced(tx, conversation, entry.message) : [],
  )
  const totals = await writePlan(tx, plan, conversation)
  const [outcome] = plan.outcomes
  if (!outcome) throw new Error('The write has no outcome')
  const repeated = outcome.kind === 'repeated' ? [await readMessage(tx, outcome.messageId)] : []
  return toWriteResult(outcome, totals, new Map(repeated.map((message) => [message._id, message])))
}

async function writePlan(
  tx: MongoDatabase,
  { changed: [changed], messages, events }: ConversationBatchPlan,
  conversation: FoundConversation,
): Promise<Map<string, UnreadTotal>> {
  if (!changed) return new Map()
  const { writes, totals } = toConversationWrites(tx, conversation, changed)
  const paths = messages.flatMap(({ message }) => listMessagePaths(message))
  const { deletedCount } = await runMongoWrites(tx, [
    ...writes,
    ...messages.map(({ message, stored }) => toMongoInsert(getMessageCollection(tx), toMessageRow(message, stored))),
    ...toFileClaims(tx, paths),
    ...messages.flatMap(({ message }) => [...toVoiceTaskWrites(tx, message), ...toVideoTaskWrites(tx, message)]),
    ...messages.flatMap(({ stored }) => toDisappearAfterWrites(tx, stored)),
    ...messages.flatMap(({ stored }) => toThreadWrites(tx, stored)),
    ...toMongoOutboxWrites(tx, events),
  ])
  assertFilesClaimed(paths, deletedCount)
  return totals
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
  ...(stored.facets.length > 0 && { facets: stored.facets }),
  ...toDueLinkPreview(stored.facets),
  ...toSearchFields(stored.content),
  messageType: stored.messageType,
  picture: stored.pictures[0] ?? null,
  pictures: stored.pictures,
  pictureCount: stored.pictures.length,
  ...(stored.voice && { voice: stored.voice }),
  ...(stored.system && { system: stored.system }),
  ...(stored.expiresAt && { expiresAt: stored.expiresAt, expiryDueAt: stored.expiresAt }),
  ...(stored.isForwarded && { isForwarded: true }),
  ...(stored.video && { video: stored.video }),
  replyTo: message.replyTo ?? null,
  threadId: stored.threadId,
  threadCount: 0,
  threadLastSeq: 0,
  reactions: [],
  createdAt: stored.createdAt,
  editedAt: null,
  deletedAt: null,
})

/** Returns the write that stores the time after which new messages disappear, if a system line changes it. */
function toDisappearAfterWrites(tx: MongoDatabase, { conversationId, system }: PlannedMessage['stored']): MongoWrite[] {
  if (system?.event !== 'disappearing') return []
  const update = { $set: { disappearAfter: system.disappearAfter ?? null } }
  return [toMongoUpdate(getConversationCollection(tx), { _id: conversationId }, update)]
}

/** Returns the writes that count a message in its thread. The sender has then read the thread up to it. */
function toThreadWrites(tx: MongoDatabase, { threadId, sender, seq, rev }: PlannedMessage['stored']): MongoWrite[] {
  if (threadId === null) return []
  const update = { $inc: { threadCount: 1 }, $set: { threadLastSeq: seq, rev } }
  return [
    toMongoUpdate(getMessageCollection(tx), { _id: threadId }, update),
    toThreadMark(tx, threadId, sender._id, seq),
  ]
}
