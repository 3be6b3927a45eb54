import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { mongoConversationOf } from '../conversations/mongo-conversation-of.ts'
import { placeBefore } from '../messages/mongo-place.ts'
import { readMessages } from '../messages/mongo-read-messages.ts'
import { messagesIn } from '../messages/mongo-rows.ts'
import { folded, gramsOf } from './folded.ts'
import type { MessageSearch, Sought } from './message-search.ts'

/** Search in MongoDB: a time is a range of `seq`, words are found by what is three characters long in them. */
export const mongoMessageSearch = (mongo: MongoDatabase): MessageSearch => ({
  async search(otherId, viewer, sought) {
    const conversation = await mongoConversationOf(mongo, viewer._id, otherId)
    if (!conversation) return { messages: [], hasMore: false, rev: 0 }
    const ids = await find(mongo, conversation._id, sought)
    const messages = await readMessages(mongo, ids.slice(0, sought.limit).toReversed())
    return { messages, hasMore: ids.length > sought.limit, rev: conversation.rev }
  },
})

/** The ids, newest first, one more than the limit. */
async function find(mongo: MongoDatabase, conversationId: string, { text, start, end, before, limit }: Sought) {
  const [first, last, latest] = await runMongoOperations(mongo, [
    async () => (start === undefined ? 0 : placeBefore(mongo, conversationId, start)),
    () => placeBefore(mongo, conversationId, before),
    () => placeBefore(mongo, conversationId, end === undefined ? undefined : end + 1),
  ])
  const place = { seq: { $gt: first, $lte: Math.min(last, latest) }, deletedAt: null }
  const { condition, hint } = holding(folded(text))
  const rows = await messagesIn(mongo)
    .find({ conversationId, ...place, ...condition }, { ...mongo.operationOptions, hint, projection: { _id: 1 } })
    .sort({ seq: -1 })
    .limit(limit + 1)
    .toArray()
  return rows.map(({ _id }) => _id)
}

/** That a message holds a folded text: by its parts through the index, then as it stands. What is shorter is found by a walk. */
function holding(text: string): { condition: object; hint: string } {
  if (text === '') return { condition: {}, hint: 'by_place' }
  const grams = gramsOf(text)
  const isThere = { $expr: { $gte: [{ $indexOfCP: ['$foundBy', { $literal: text }] }, 0] } }
  if (grams.length === 0) return { condition: isThere, hint: 'by_place' }
  return { condition: { grams: { $all: grams }, ...isThere }, hint: 'found_by' }
}
