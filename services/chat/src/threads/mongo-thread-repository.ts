import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { getConversationCollection, getOtherMember } from '../conversations/mongo-conversation-rows.ts'
import { readConversationState } from '../conversations/mongo-conversation-state.ts'
import { MAX_SEQ } from '../messages/history/message-window.ts'
import { findSeqBefore } from '../messages/history/mongo-find-seq.ts'
import { getMessageCollection, toShownMessageFilter } from '../messages/mongo-message-rows.ts'
import { readMessage, readMessages } from '../messages/mongo-read-messages.ts'
import { markThreadRead, readThreadMarkers } from './mongo-thread-markers.ts'
import type { ThreadRepository } from './thread-repository.ts'

export const createMongoThreadRepository = (mongo: MongoDatabase): ThreadRepository => ({
  async readPage(id, viewer, { limit, before }) {
    const { rootId, conversationId, rev } = await findThread(mongo, id, viewer)
    const lastSeq = await findSeqBefore(mongo, conversationId, before)
    const rows = await getMessageCollection(mongo)
      .find({ threadId: rootId, seq: { $lte: lastSeq } }, { ...mongo.operationOptions, projection: { _id: 1 } })
      .sort({ seq: -1 })
      .limit(limit + 1)
      .toArray()
    const ids = rows.map(({ _id }) => _id)
    const messages = await readMessages(mongo, ids.slice(0, limit).toReversed())
    return { root: await readMessage(mongo, rootId), messages, hasMore: ids.length > limit, rev }
  },

  async markRead(id, viewer) {
    const { rootId } = await findThread(mongo, id, viewer)
    const [last] = await getMessageCollection(mongo)
      .find(
        { threadId: rootId, ...(id !== rootId && { _id: id }) },
        { ...mongo.operationOptions, projection: { _id: 0, seq: 1 } },
      )
      .sort({ seq: -1 })
      .limit(1)
      .toArray()
    await markThreadRead(mongo, rootId, viewer._id, last?.seq ?? 0)
  },

  async list(otherId, viewer, { limit, beforeSeq = MAX_SEQ }) {
    const conversation = await readConversationState(mongo, viewer._id, otherId)
    if (!conversation) return []
    const readUpTo = Math.max(conversation.viewerReadUpTo, conversation.viewerClearedUpTo)
    const rows = await getMessageCollection(mongo)
      .find(
        { conversationId: conversation._id, threadLastSeq: { $gt: conversation.viewerClearedUpTo, $lt: beforeSeq } },
        { ...mongo.operationOptions, projection: { threadLastSeq: 1 } },
      )
      .sort({ threadLastSeq: -1 })
      .limit(limit + 1)
      .toArray()
    const ids = rows.map(({ _id }) => _id)
    const [roots, unreadCounts] = await runMongoOperations(mongo, [
      () => readMessages(mongo, ids),
      () => countUnreadByThread(mongo, ids, { viewer: viewer._id, otherId, readUpTo }),
    ])
    const rootById = new Map(roots.map((root) => [root._id, root]))
    return rows.flatMap(({ _id, threadLastSeq: lastSeq }) => {
      const root = rootById.get(_id)
      return root ? [{ root, lastSeq, unreadCount: unreadCounts.get(_id) ?? 0 }] : []
    })
  },
})

/** Returns the thread of a message of a direct conversation, whether it is the root or below it. @throws message_not_found */
async function findThread(mongo: MongoDatabase, _id: string, viewer: { _id: string }) {
  const { operationOptions } = mongo
  const message = await getMessageCollection(mongo).findOne(
    { _id },
    { ...operationOptions, projection: { threadId: 1, conversationId: 1 } },
  )
  const conversation =
    message &&
    (await getConversationCollection(mongo).findOne(
      { _id: message.conversationId },
      { ...operationOptions, projection: { kind: 1, members: 1, rev: 1 } },
    ))
  const isParticipant = conversation?.members.includes(viewer._id) && getOtherMember(conversation, viewer._id) !== null
  if (!conversation || !isParticipant) throw new DomainError('message_not_found')
  return { rootId: message?.threadId ?? _id, conversationId: conversation._id, rev: conversation.rev }
}

/** Counts the messages of the other member in each of these threads that are unread in the thread and in the conversation. */
async function countUnreadByThread(
  mongo: MongoDatabase,
  threadIds: readonly string[],
  { viewer, otherId, readUpTo }: { viewer: string; otherId: string; readUpTo: number },
): Promise<Map<string, number>> {
  const getReadUpTo = await readThreadMarkers(mongo, threadIds, viewer)
  const messages = getMessageCollection(mongo)
  const options = { ...mongo.operationOptions, hint: 'in_thread' }
  const counts = threadIds.map((threadId) => async () => {
    const seq = { $gt: Math.max(getReadUpTo(threadId), readUpTo) }
    const filter = { threadId, seq, senderId: otherId, deletedAt: null, ...toShownMessageFilter(viewer, new Date()) }
    return [threadId, await messages.countDocuments(filter, options)] as const
  })
  return new Map(await runMongoOperations(mongo, counts))
}
