import type { Actor } from '@meadow/contracts'
import { appendToMongoOutbox } from '@meadow/events'
import { createMongoMemberReadModel } from '@meadow/members'
import { DomainError, newId } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { inOrder } from '../conversations/conversation.ts'
import {
  changeConversation,
  type FoundConversation,
  findConversation,
  moveConversation,
} from '../conversations/mongo-move-conversation.ts'
import { conversationsIn, pairOf, sideId, sidesIn } from '../conversations/mongo-rows.ts'
import { areMutual, mustSee } from '../conversations/mongo-standing.ts'
import { keepPicture } from '../pictures/mongo-picture-files.ts'
import { foundBy } from '../search/folded.ts'
import { markThread } from '../threads/mongo-thread-markers.ts'
import type { Message, NewMessage } from './message.ts'
import type { MessageRepository } from './message-repository.ts'
import { readMessage } from './mongo-read-messages.ts'
import { messagesIn } from './mongo-rows.ts'

/** Sending in MongoDB: the message, its place, the counters of both and the event, all in one transaction. */
export const mongoSend =
  (mongo: MongoDatabase): MessageRepository['send'] =>
  async (message, sender, recipientId, announce) => {
    await mustSee(mongo, sender._id, recipientId)
    return changeConversation(mongo, sender._id, recipientId, async (tx) => {
      const conversation =
        (await findConversation(tx, sender._id, recipientId)) ??
        (await openConversation(tx, sender, recipientId, message.createdAt))
      const earlier = await findEarlier(tx, message, sender)
      if (earlier) return { message: earlier, unread: undefined }
      const threadId = await findThread(tx, conversation, message)
      const { seq, rev, at, unread } = await moveConversation(tx, conversation, {
        message: { _id: message._id, at: message.createdAt },
        unread: { of: recipientId, by: 1 },
      })
      await add(tx, { ...message, threadId, createdAt: at }, { ...conversation, seq, rev })
      if (message.picture) await keepPicture(tx, message.picture)
      const sent = await readMessage(tx, message._id)
      await appendToMongoOutbox(tx, announce(sent))
      return { message: sent, unread }
    })
  }

/** Of two who come at the same time one comes again, and takes the other's. @throws not_mutual */
async function openConversation(
  tx: MongoDatabase,
  sender: Actor,
  recipientId: string,
  at: Date,
): Promise<FoundConversation> {
  if (!(await areMutual(tx, sender._id, recipientId))) throw new DomainError('not_mutual')
  await createMongoMemberReadModel(tx).upsertActor(sender)
  const [_id, members] = [newId(at), inOrder(sender._id, recipientId)]
  const unmarked = { readUpTo: 0, deliveredUpTo: 0 }
  const marks = { [sender._id]: unmarked, [recipientId]: unmarked }
  const empty = { seq: 0, rev: 0, lastMessageId: null, createdAt: at, movedAt: at, marks }
  await conversationsIn(tx).insertOne({ _id, pair: pairOf(...members), members, ...empty }, tx.operationOptions)
  const [low, high] = members
  const untouched = { conversationId: _id, unread: 0, moves: 0, movedAt: at }
  const sides = [
    { _id: sideId(low, high), member: low, other: high, ...untouched },
    { _id: sideId(high, low), member: high, other: low, ...untouched },
  ]
  await sidesIn(tx).insertMany(sides, tx.operationOptions)
  return { _id, member: sender._id, other: recipientId, seq: 0, rev: 0, marks }
}

/** What the sender has made under the same id before. @throws key_reused when that was something else */
async function findEarlier(tx: MongoDatabase, message: NewMessage, sender: Actor): Promise<Message | undefined> {
  if (!message.clientMessageId) return undefined
  const earlier = await messagesIn(tx).findOne(
    { senderId: sender._id, clientMessageId: message.clientMessageId },
    { ...tx.operationOptions, projection: { fingerprint: 1 } },
  )
  if (earlier && earlier.fingerprint !== message.fingerprint) throw new DomainError('key_reused')
  return earlier ? readMessage(tx, earlier._id) : undefined
}

/** In which thread it is: a reply to what is in one is in it, too. @throws message_not_found */
async function findThread(
  tx: MongoDatabase,
  { _id: conversationId }: FoundConversation,
  { replyTo, threadId }: NewMessage,
): Promise<string | undefined> {
  const named = [replyTo, threadId].filter((id) => id !== undefined)
  if (named.length === 0) return undefined
  const rows = await messagesIn(tx)
    .find(
      { _id: { $in: named }, conversationId, deletedAt: null },
      { ...tx.operationOptions, hint: '_id_', projection: { threadId: 1 } },
    )
    .toArray()
  const threadOf = new Map(rows.map((row) => [row._id, row.threadId ?? undefined]))
  if (!named.every((id) => threadOf.has(id))) throw new DomainError('message_not_found')
  if (threadId) return threadOf.get(threadId) ?? threadId
  return replyTo && threadOf.get(replyTo)
}

/** Whoever writes in a thread has read it. */
async function add(tx: MongoDatabase, message: NewMessage, conversation: FoundConversation): Promise<void> {
  const { _id, fingerprint, content, messageType, createdAt, threadId = null } = message
  const { _id: conversationId, member: senderId, other: recipientId, seq, rev } = conversation
  const named = {
    clientMessageId: message.clientMessageId ?? null,
    picture: message.picture ?? null,
    replyTo: message.replyTo ?? null,
  }
  const untouched = { threadCount: 0, threadLastSeq: 0, reactions: [], editedAt: null, deletedAt: null }
  const said = { _id, fingerprint, content, messageType, createdAt, ...foundBy(content) }
  const place = { conversationId, senderId, recipientId, seq, rev, threadId }
  await messagesIn(tx).insertOne({ ...said, ...place, ...named, ...untouched }, tx.operationOptions)
  if (!threadId) return
  const grown = { $inc: { threadCount: 1 }, $set: { threadLastSeq: seq, rev } }
  await messagesIn(tx).updateOne({ _id: threadId }, grown, tx.operationOptions)
  await markThread(tx, threadId, senderId, seq)
}
