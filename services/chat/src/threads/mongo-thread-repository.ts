import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { mongoConversationOf } from '../conversations/mongo-conversation-of.ts'
import { conversationsIn } from '../conversations/mongo-rows.ts'
import { placeBefore } from '../messages/mongo-place.ts'
import { readMessage, readMessages } from '../messages/mongo-read-messages.ts'
import { messagesIn } from '../messages/mongo-rows.ts'
import { BEYOND } from '../messages/place.ts'
import { markThread, readMarkers } from './mongo-thread-markers.ts'
import type { ThreadRepository } from './thread-repository.ts'

export const mongoThreads = (mongo: MongoDatabase): ThreadRepository => ({
  async page(id, viewer, { limit, before }) {
    const { rootId, conversationId, rev } = await findThread(mongo, id, viewer)
    const last = await placeBefore(mongo, conversationId, before)
    const ids = await newestIn(mongo, rootId, last, limit + 1)
    const messages = await readMessages(mongo, ids.slice(0, limit).toReversed())
    return { root: await readMessage(mongo, rootId), messages, hasMore: ids.length > limit, rev }
  },

  async read(id, viewer) {
    const { rootId } = await findThread(mongo, id, viewer)
    const [last] = await messagesIn(mongo)
      .find({ threadId: rootId }, { ...mongo.operationOptions, projection: { _id: 0, seq: 1 } })
      .sort({ seq: -1 })
      .limit(1)
      .toArray()
    await markThread(mongo, rootId, viewer._id, last?.seq ?? 0)
  },

  async list(otherId, viewer, { limit, beforeSeq = BEYOND }) {
    const conversation = await mongoConversationOf(mongo, viewer._id, otherId)
    if (!conversation) return []
    const threads = await messagesIn(mongo)
      .find(
        { conversationId: conversation._id, threadLastSeq: { $gt: 0, $lt: beforeSeq } },
        { ...mongo.operationOptions, projection: { threadLastSeq: 1 } },
      )
      .sort({ threadLastSeq: -1 })
      .limit(limit + 1)
      .toArray()
    const ids = threads.map(({ _id }) => _id)
    const [roots, unreadIn] = await runMongoOperations(mongo, [
      () => readMessages(mongo, ids),
      () => countUnreadIn(mongo, ids, viewer._id, otherId),
    ])
    const byId = new Map(roots.map((root) => [root._id, root]))
    return threads.flatMap(({ _id, threadLastSeq: lastSeq }) => {
      const root = byId.get(_id)
      return root ? [{ root, lastSeq, unreadCount: unreadIn.get(_id) ?? 0 }] : []
    })
  },
})

/** The thread that a message begins, or is in. @throws message_not_found */
async function findThread(mongo: MongoDatabase, _id: string, viewer: { _id: string }) {
  const read = { ...mongo.operationOptions, projection: { threadId: 1, conversationId: 1 } }
  const message = await messagesIn(mongo).findOne({ _id }, read)
  const conversation =
    message &&
    (await conversationsIn(mongo).findOne(
      { _id: message.conversationId },
      { ...mongo.operationOptions, projection: { members: 1, rev: 1 } },
    ))
  if (!conversation?.members.includes(viewer._id)) throw new DomainError('message_not_found')
  return { rootId: message?.threadId ?? _id, conversationId: conversation._id, rev: conversation.rev }
}

/** The newest up to a place, the newest first. */
async function newestIn(mongo: MongoDatabase, threadId: string, upTo: number, limit: number): Promise<string[]> {
  const rows = await messagesIn(mongo)
    .find({ threadId, seq: { $lte: upTo } }, { ...mongo.operationOptions, projection: { _id: 1 } })
    .sort({ seq: -1 })
    .limit(limit)
    .toArray()
  return rows.map(({ _id }) => _id)
}

/** How many messages of the other are unread in each of these threads. */
async function countUnreadIn(
  mongo: MongoDatabase,
  ids: readonly string[],
  viewer: string,
  senderId: string,
): Promise<Map<string, number>> {
  const readUpTo = await readMarkers(mongo, ids, viewer)
  const asks = ids.map((threadId) => async () => {
    const unread = { threadId, seq: { $gt: readUpTo(threadId) }, senderId, deletedAt: null }
    return [
      threadId,
      await messagesIn(mongo).countDocuments(unread, { ...mongo.operationOptions, hint: 'in_thread' }),
    ] as const
  })
  return new Map(await runMongoOperations(mongo, asks))
}
