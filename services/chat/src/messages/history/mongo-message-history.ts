import type { MongoDatabase } from '@meadow/storage'
import { readConversationState } from '../../conversations/mongo-conversation-state.ts'
import { getMessageCollection, HIDDEN_BY_REV_INDEX } from '../mongo-message-rows.ts'
import { readMessages } from '../mongo-read-messages.ts'
import type { MessageHistory } from './message-history.ts'
import {
  CHANGES_PAGE_SIZE,
  EMPTY_CHANGES_PAGE,
  EMPTY_MESSAGE_PAGE,
  toChangedRows,
  toChangesPage,
  toMessagePage,
  toSeqRange,
} from './message-window.ts'
import { findAnchorSeq } from './mongo-find-seq.ts'

/** Creates the message history on MongoDB. */
export const createMongoMessageHistory = (mongo: MongoDatabase): MessageHistory => ({
  async list(otherId, viewer, window) {
    const conversation = await readConversationState(mongo, viewer._id, otherId)
    if (!conversation) return EMPTY_MESSAGE_PAGE
    const { _id } = conversation
    const range = toSeqRange(window, await findAnchorSeq(mongo, _id, window), conversation)
    const rows = await getMessageCollection(mongo)
      .find(
        { conversationId: _id, seq: { $gte: range.first, $lte: range.last } },
        { ...mongo.operationOptions, projection: { _id: 1 } },
      )
      .sort({ seq: 1 })
      .toArray()
    const ids = rows.map(({ _id }) => _id)
    return toMessagePage(await readMessages(mongo, ids), range, conversation)
  },

  async listChanges(otherId, viewer, sinceRev) {
    const conversation = await readConversationState(mongo, viewer._id, otherId)
    if (!conversation) return EMPTY_CHANGES_PAGE
    const changed = await findChangedSince(mongo, conversation._id, sinceRev)
    const hidden = await findHiddenSince(mongo, conversation._id, viewer._id, sinceRev)
    const rows = toChangedRows([...changed, ...hidden])
    const ids = [...new Set(rows.map(({ _id }) => _id))]
    const revs = rows.map(({ rev }) => rev)
    return toChangesPage(await readMessages(mongo, ids), revs, conversation)
  },
})

/**
 * Returns a page of the messages that a member has deleted for themselves after a `rev`, and the replies that quote them, with the `rev` of
 * that, which only these have.
 */
async function findHiddenSince(mongo: MongoDatabase, conversationId: string, member: string, sinceRev: number) {
  const found = await getMessageCollection(mongo)
    .aggregate<{ _id: string; rev: number }>(
      [
        {
          $match: {
            conversationId,
            'hidden.member': member,
            hidden: { $elemMatch: { member, rev: { $gt: sinceRev } } },
          },
        },
        { $unwind: '$hidden' },
        { $match: { 'hidden.member': member } },
        { $sort: { 'hidden.rev': 1 } },
        { $limit: CHANGES_PAGE_SIZE },
        { $project: { rev: '$hidden.rev' } },
      ],
      { ...mongo.operationOptions, hint: HIDDEN_BY_REV_INDEX },
    )
    .toArray()
  const revs = new Map(found.map(({ _id, rev }) => [_id, rev]))
  if (revs.size === 0) return []
  const replies = await getMessageCollection(mongo)
    .find({ replyTo: { $in: [...revs.keys()] } }, { ...mongo.operationOptions, projection: { replyTo: 1 } })
    .toArray()
  return [
    ...[...revs].map(([_id, rev]) => ({ _id, rev })),
    ...replies.map(({ _id, replyTo }) => ({ _id, rev: revs.get(replyTo ?? '') ?? 0 })),
  ]
}

/** Returns a page of changed messages by `rev`, with all messages that have the last `rev`. */
async function findChangedSince(mongo: MongoDatabase, conversationId: string, sinceRev: number) {
  const options = { ...mongo.operationOptions, projection: { rev: 1 } }
  const messages = getMessageCollection(mongo)
  const rows = await messages
    .find({ conversationId, rev: { $gt: sinceRev } }, options)
    .sort({ rev: 1 })
    .limit(CHANGES_PAGE_SIZE)
    .toArray()
  const last = rows.at(-1)
  if (!last || rows.length < CHANGES_PAGE_SIZE) return rows
  const ties = await messages.find({ conversationId, rev: last.rev }, options).toArray()
  return [...rows.filter(({ rev }) => rev < last.rev), ...ties]
}
