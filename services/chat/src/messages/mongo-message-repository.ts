import type { MongoDatabase } from '@meadow/storage'
import { mongoConversationOf } from '../conversations/mongo-conversation-of.ts'
import { CHANGES } from './changes-at-once.ts'
import type { MessageRepository, MessageWindow } from './message-repository.ts'
import { placeBefore, placeOf } from './mongo-place.ts'
import { readMessages } from './mongo-read-messages.ts'
import { messagesIn } from './mongo-rows.ts'
import { mongoSend } from './mongo-send-message.ts'

/** Messages in MongoDB. Each has its place: a part of a conversation is a range of `seq` without a gap. */
export const mongoMessages = (mongo: MongoDatabase): MessageRepository => ({
  send: mongoSend(mongo),

  async list(otherId, viewer, window) {
    const conversation = await mongoConversationOf(mongo, viewer._id, otherId)
    if (!conversation) return { ...NOTHING, messages: [], hasMore: false, hasNewer: false }
    const { _id: conversationId, seq, rev, received } = conversation
    const last = Math.min(seq, await lastOf(mongo, conversationId, window))
    const first = Math.max(1, last - window.limit + 1)
    const rows = await messagesIn(mongo)
      .find({ conversationId, seq: { $gte: first, $lte: last } }, { ...mongo.operationOptions, projection: { _id: 1 } })
      .sort({ seq: 1 })
      .toArray()
    const messages = await readMessages(
      mongo,
      rows.map(({ _id }) => _id),
    )
    return { messages, hasMore: messages.length > 0 && first > 1, hasNewer: last < seq, rev, seq, received }
  },

  async changes(otherId, viewer, since) {
    const conversation = await mongoConversationOf(mongo, viewer._id, otherId)
    if (!conversation)
      return { ...NOTHING, messages: [], hasMore: false, readUpTo: 0, deliveredUpTo: 0, unreadCount: 0 }
    const { _id, rev, ...standing } = conversation
    const rows = await changedSince(mongo, _id, since)
    const messages = await readMessages(
      mongo,
      rows.map(({ _id }) => _id),
    )
    const told = rows.at(-1)?.rev ?? rev
    const hasMore = rows.length >= CHANGES && told < rev
    return { ...standing, messages, hasMore, rev: hasMore ? told : rev }
  },
})

const NOTHING = { rev: 0, seq: 0, received: 0 }

/** By their `rev`, with all that have the last one. */
async function changedSince(mongo: MongoDatabase, conversationId: string, since: number) {
  const read = { ...mongo.operationOptions, projection: { rev: 1 } }
  const messages = messagesIn(mongo)
  const rows = await messages
    .find({ conversationId, rev: { $gt: since } }, read)
    .sort({ rev: 1 })
    .limit(CHANGES)
    .toArray()
  const last = rows.at(-1)
  if (!last || rows.length < CHANGES) return rows
  const ties = await messages.find({ conversationId, rev: last.rev }, read).toArray()
  return [...rows.filter(({ rev }) => rev < last.rev), ...ties]
}

/** The place of the last message in a window. @throws message_not_found */
const lastOf = async (mongo: MongoDatabase, conversationId: string, { before, around, limit }: MessageWindow) =>
  around
    ? (await placeOf(mongo, conversationId, around)) + Math.floor(limit / 2)
    : placeBefore(mongo, conversationId, before)
