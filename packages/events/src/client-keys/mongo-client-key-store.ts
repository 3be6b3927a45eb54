import { DomainError } from '@meadow/service'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { ClientKeyStore } from './client-key-store.ts'

const BATCH_SIZE = 5_000

/** `_id` consists of the member, the call and the key. `madeId` is the id of the created entity. */
type ClientKeyDocument = { _id: string; fingerprint: string; madeId: string; takenAt: Date }

export const clientKeyCollection: MongoCollection = {
  name: 'client_keys',
  indexes: [{ name: 'by_taken_at', key: { takenAt: 1 } }],
}

/**
 * Creates the client key store in MongoDB. To claim a key, `mongo` must be a transaction: two concurrent claims of one key
 * conflict, and the later one is retried.
 */
export const createMongoClientKeyStore = ({ db, operationOptions }: MongoDatabase): ClientKeyStore => {
  const keys = db.collection<ClientKeyDocument>(clientKeyCollection.name)
  return {
    async claim({ memberId, call, key, fingerprint }, id) {
      const _id = `${memberId} ${call} ${key}`
      const existing = await keys.findOne({ _id }, operationOptions)
      if (!existing) await keys.insertOne({ _id, fingerprint, madeId: id, takenAt: new Date() }, operationOptions)
      else if (existing.fingerprint !== fingerprint) throw new DomainError('key_reused')
      return existing?.madeId === id ? undefined : existing?.madeId
    },
    async deleteExpired(before) {
      const expired = await keys
        .find({ takenAt: { $lt: before } }, { ...operationOptions, projection: { _id: 1 } })
        .limit(BATCH_SIZE)
        .toArray()
      await keys.deleteMany({ _id: { $in: expired.map(({ _id }) => _id) } }, operationOptions)
      return expired.length === BATCH_SIZE
    },
  }
}
