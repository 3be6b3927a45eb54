import type { Actor } from '@meadow/contracts'
import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { assertCanSend, openConversation } from '../../conversations/conversation.ts'
import {
  applyConversationChange,
  areMutualFollowers,
  assertVisibleMember,
  type FoundConversation,
  findConversation,
  withConversationTransaction,
} from '../../conversations/mongo-change-conversation.ts'
import {
  getConversationCollection,
  getConversationMemberCollection,
  NO_CONVERSATION_MARKS,
  toConversationMemberId,
  toPairKey,
} from '../../conversations/mongo-conversation-rows.ts'
import { claimPictures } from '../../pictures/mongo-message-pictures.ts'
import { toSearchFields } from '../../search/search-text.ts'
import { markThreadRead } from '../../threads/mongo-thread-markers.ts'
import { getMessageCollection } from '../mongo-message-rows.ts'
import { readMessage } from '../mongo-read-messages.ts'
import {
  assertRepeat,
  createMessageSentEvent,
  listReferencedIds,
  type NewMessage,
  resolveThreadId,
  type StoreMessage,
} from './new-message.ts'

/** Creates `StoreMessage` on MongoDB. One transaction covers message, counters and event. */
export const createMongoSendMessage =
  (mongo: MongoDatabase): StoreMessage =>
  async (message, sender, recipientId) => {
    await assertVisibleMember(mongo, sender._id, recipientId)
    return withConversationTransaction(mongo, sender._id, recipientId, async (tx) => {
      const existing = await findConversation(tx, sender._id, recipientId)
      const isMutual = existing !== undefined || (await areMutualFollowers(tx, sender._id, recipientId))
      assertCanSend({ isVisible: true, isMutual }, existing !== undefined)
      const conversation = existing ?? (await insertConversation(tx, message, sender, recipientId))
      const earlier = await findByClientMessageId(tx, message, sender)
      if (earlier) {
        assertRepeat(message, earlier)
        return { message: await readMessage(tx, earlier._id), unread: undefined }
      }

      const threadId = resolveThreadId(message, await readReferencedMessages(tx, conversation, message))
      const { seq, rev, at, unread } = await applyConversationChange(tx, conversation, {
        message: { _id: message._id, at: message.createdAt },
        unread: { of: recipientId, by: 1 },
      })
      await insertMessage(tx, { ...message, threadId, createdAt: at }, { ...conversation, seq, rev })
      await claimPictures(tx, message.pictures)
      if (threadId) await addToThread(tx, threadId, sender._id, { seq, rev })
      const sent = await readMessage(tx, message._id)
      await appendToMongoOutbox(tx, createMessageSentEvent(sent, sender, message.eventId))
      return { message: sent, unread }
    })
  }

/** Inserts the conversation. If two transactions insert it at the same time, one of them is retried and finds it. */
async function insertConversation(
  tx: MongoDatabase,
  { newConversationId, createdAt }: NewMessage,
  sender: Actor,
  recipientId: string,
): Promise<FoundConversation> {
  await createMongoMemberReadModel(tx).upsertActor(sender)
  const { _id, members, sides } = openConversation(newConversationId, sender._id, recipientId, createdAt)
  const marks = Object.fromEntries(members.map((id) => [id, NO_CONVERSATION_MARKS]))
  await getConversationCollection(tx).insertOne(
    {
      _id,
      pair: toPairKey(...members),
      members,
      seq: 0,
      rev: 0,
      lastMessageId: null,
      createdAt,
      movedAt: createdAt,
      marks,
    },
    tx.operationOptions,
  )
  const rows = sides.map(([member, other]) => ({
    _id: toConversationMemberId(member, other),
    conversationId: _id,
    member,
    other,
    unread: 0,
    moves: 0,
    movedAt: createdAt,
  }))
  await getConversationMemberCollection(tx).insertMany(rows, tx.operationOptions)
  return { _id, member: sender._id, other: recipientId, seq: 0, rev: 0, marks }
}

async function findByClientMessageId(tx: MongoDatabase, { clientMessageId }: NewMessage, sender: Actor) {
  if (!clientMessageId) return undefined
  const filter = { senderId: sender._id, clientMessageId }
  return getMessageCollection(tx).findOne(filter, { ...tx.operationOptions, projection: { fingerprint: 1 } })
}

async function readReferencedMessages(tx: MongoDatabase, conversation: FoundConversation, message: NewMessage) {
  const ids = listReferencedIds(message)
  if (ids.length === 0) return []
  return getMessageCollection(tx)
    .find(
      { _id: { $in: ids }, conversationId: conversation._id, deletedAt: null },
      { ...tx.operationOptions, hint: '_id_', projection: { threadId: 1 } },
    )
    .toArray()
}

async function insertMessage(tx: MongoDatabase, message: NewMessage, conversation: FoundConversation): Promise<void> {
  await getMessageCollection(tx).insertOne(
    {
      _id: message._id,
      conversationId: conversation._id,
      seq: conversation.seq,
      rev: conversation.rev,
      senderId: conversation.member,
      recipientId: conversation.other,
      clientMessageId: message.clientMessageId ?? null,
      fingerprint: message.fingerprint,
      content: message.content,
      ...toSearchFields(message.content),
      messageType: message.messageType,
      picture: message.pictures[0] ?? null,
      pictures: [...message.pictures],
      pictureCount: message.pictures.length,
      replyTo: message.replyTo ?? null,
      threadId: message.threadId ?? null,
      threadCount: 0,
      threadLastSeq: 0,
      reactions: [],
      createdAt: message.createdAt,
      editedAt: null,
      deletedAt: null,
    },
    tx.operationOptions,
  )
}

/** Counts a new message in its thread. The sender has then read the thread up to it. */
async function addToThread(
  tx: MongoDatabase,
  threadId: string,
  senderId: string,
  { seq, rev }: { seq: number; rev: number },
): Promise<void> {
  const update = { $inc: { threadCount: 1 }, $set: { threadLastSeq: seq, rev } }
  await getMessageCollection(tx).updateOne({ _id: threadId }, update, tx.operationOptions)
  await markThreadRead(tx, threadId, senderId, seq)
}
