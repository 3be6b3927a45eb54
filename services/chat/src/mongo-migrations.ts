import { foldText, type MongoMigration } from '@meadow/storage'
import { getMessageCollection } from './messages/mongo-message-rows.ts'
import { toSearchFields } from './search/search-text.ts'

const BATCH_SIZE = 500

/** Changes of existing documents. Append-only: what is merged is never edited. */
export const chatMongoMigrations: MongoMigration[] = [
  {
    name: '0001-fold-messages-again', // for letters such as 'ł', which earlier versions did not fold
    async runStep(mongo, position) {
      const messages = getMessageCollection(mongo)
      const rows = await messages
        .find({ _id: { $gt: String(position ?? '') } }, { projection: { content: 1, foundBy: 1 } })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray()
      const updates = rows
        .filter(({ content, foundBy }) => foldText(content) !== foundBy)
        .map(({ _id, content }) => ({
          updateOne: { filter: { _id, content }, update: { $set: toSearchFields(content) } },
        }))
      if (updates.length > 0) await messages.bulkWrite(updates, { ordered: false })
      return rows.at(-1)?._id
    },
  },
]
