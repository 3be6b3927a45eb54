import { DomainError } from '@meadow/service'
import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { ClientKeyStore } from './client-keys.ts'

const KEPT_MS = 86_400_000
const AT_ONCE = 5_000

/** What a member has made under a key: `_id` is the member, the call and the key. */
type Noted = { _id: string; fingerprint: string; madeId: string; takenAt: Date }

export const clientKeyCollection: MongoCollection = {
  name: 'client_keys',
  indexes: [{ name: 'by_taken_at', key: { takenAt: 1 } }],
}

/** The client keys in the collections of a service; `mongo` is a transaction to take one: of two that meet, one comes again. */
export const createMongoClientKeyStore = ({ db, operationOptions: within }: MongoDatabase): ClientKeyStore => {
  const keys = db.collection<Noted>(clientKeyCollection.name)
  return {
    async claim({ memberId, call, key, fingerprint }, id) {
      const _id = `${memberId} ${call} ${key}`
      const noted = await keys.findOne({ _id }, within)
      if (!noted) await keys.insertOne({ _id, fingerprint, madeId: id, takenAt: new Date() }, within)
      else if (noted.fingerprint !== fingerprint) throw new DomainError('key_reused')
      return noted?.madeId === id ? undefined : noted?.madeId
    },
    async deleteExpired() {
      const old = { takenAt: { $lt: new Date(Date.now() - KEPT_MS) } }
      const some = await keys
        .find(old, { ...within, projection: { _id: 1 } })
        .limit(AT_ONCE)
        .toArray()
      await keys.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } }, within)
      return some.length === AT_ONCE
    },
  }
}
