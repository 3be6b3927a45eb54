import { appendOnlyEventToMongoOutbox } from '@meadow/events'
import type { MongoDatabase } from '@meadow/storage'
import { getEdgeCollection } from '../mongo-collections.ts'
import type { ErasedCounts, MemberErasureStore } from './member-erasure.ts'

/** `_id` is the id of the member. A document is deleted with the last batch. `turn` makes each transaction that claims it a write. */
type ErasureDocument = { _id: string; keepsMessages: boolean; counts: ErasedCounts; turn: number }

/** Creates the erasures of a service in MongoDB, in the transaction `tx`. Two that claim one member conflict, and one tries again. */
export function createMongoMemberErasures(tx: MongoDatabase): MemberErasureStore {
  const { db, operationOptions } = tx
  const documents = db.collection<ErasureDocument>('member_erasures')
  return {
    async begin({ memberId, keepsMessages, counts }) {
      const inserted = { $setOnInsert: { keepsMessages, counts, turn: 0 } }
      await documents.updateOne({ _id: memberId }, inserted, { ...operationOptions, upsert: true })
    },

    async claim() {
      const found = await documents.findOneAndUpdate({}, { $inc: { turn: 1 } }, operationOptions)
      return found ? { memberId: found._id, keepsMessages: found.keepsMessages, counts: found.counts } : undefined
    },

    async saveCounts(memberId, counts) {
      await documents.updateOne({ _id: memberId }, { $set: { counts } }, operationOptions)
    },

    async finish(memberId, event) {
      await documents.deleteOne({ _id: memberId }, operationOptions)
      await appendOnlyEventToMongoOutbox(tx, event)
    },

    async eraseEdges(memberId, limit) {
      const counts: ErasedCounts = {}
      for (const [kind, end, name] of EDGE_ENDS) {
        const edges = getEdgeCollection(tx, kind)
        const found = await edges
          .find({ [end]: memberId }, { ...operationOptions, projection: { _id: 1 } })
          .limit(limit)
          .toArray()
        if (found.length > 0) await edges.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } }, operationOptions)
        counts[name] = found.length
      }
      return counts
    },
  }
}

/** The fields by which a member is found, and what is counted. */
const EDGE_ENDS = [
  ['follows', 'from', 'follows'],
  ['follows', 'to', 'followers'],
  ['blocks', 'from', 'blocks'],
  ['blocks', 'to', 'blockers'],
  ['mutes', 'from', 'mutes'],
  ['mutes', 'to', 'muters'],
  ['privacy_exceptions', 'from', 'privacyExceptions'],
  ['privacy_exceptions', 'to', 'privacyExceptionsByOthers'],
] as const
