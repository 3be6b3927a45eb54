import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { ReadingPositionRepository } from './reading-position-repository.ts'

/** How far a member has seen the feed of followed members. `_id` is the id of the member. */
export type ReadingPositionDocument = { _id: string; seenUntil: Date }

export const readingPositionsIn = ({ db }: MongoDatabase) => db.collection<ReadingPositionDocument>('reading_positions')

export const readingPositionCollection: MongoCollection = { name: 'reading_positions', indexes: [] }

export const createMongoReadingPositionRepository = (mongo: MongoDatabase): ReadingPositionRepository => ({
  async find(memberId) {
    return (await readingPositionsIn(mongo).findOne({ _id: memberId }, mongo.operationOptions))?.seenUntil
  },

  async advance(memberId, seenUntil) {
    const position = await readingPositionsIn(mongo).findOneAndUpdate(
      { _id: memberId },
      { $max: { seenUntil } },
      { ...mongo.operationOptions, upsert: true, returnDocument: 'after' },
    )
    return position?.seenUntil ?? seenUntil
  },
})
