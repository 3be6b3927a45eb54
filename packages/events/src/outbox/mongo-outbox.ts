import type { DomainEvent } from '@meadow/contracts'
import { listenForCommitSignals, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { waiting } from './append-to-mongo-outbox.ts'
import { checkLease, giveLeaseBack, renewLease, takeLease } from './mongo-lease.ts'
import { inOrder, type Place } from './order-of-keys.ts'
import type { Outbox } from './outbox.ts'

const COUNTED = 100_000
const PLACE = { key: 1, rev: 1, place: 1 } as const

/** The outbox in the collections of a service. Its processes take turns by a lease, which each removal renews. */
export function createMongoOutbox(mongo: MongoDatabase): Outbox {
  const { operationOptions: within } = mongo
  const events = waiting(mongo)
  let held: number | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function turn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const generation = await takeLease(mongo)
    if (generation === undefined) return undefined
    held = generation
    try {
      return await work()
    } finally {
      held = undefined
      await giveLeaseBack(mongo, generation).catch(() => {}) // it ends by itself, too
    }
  }

  /** Where the oldest events are, and all those before them in the order of their keys, whatever their ids say. */
  async function places(limit: number): Promise<Place[]> {
    const read = { ...within, projection: PLACE }
    const oldest = await events.find({}, read).hint('_id_').sort({ _id: 1 }).limit(limit).toArray()
    if (oldest.length === 0) return []
    const latest = new Map<string, number>()
    for (const { key, rev } of oldest) latest.set(key, Math.max(rev, latest.get(key) ?? rev))
    const before = [...latest].map(([key, rev]) => ({ key, rev: { $lt: rev } }))
    const all = [...oldest, ...(await events.find({ $or: before }, read).toArray())]
    return [...new Map(all.map((place) => [place._id, place])).values()]
  }

  return {
    runExclusively(work) {
      const result = last.then(() => turn(work)) // a lease does not keep a process from itself
      last = result.catch(() => {})
      return result
    },
    async hasPending() {
      return (await events.findOne({}, { ...within, projection: { _id: 1 } })) !== null
    },
    async readPending(limit) {
      if (held !== undefined) await checkLease(mongo, held)
      const ids = inOrder(await places(limit)).slice(0, limit)
      const found = await events.find({ _id: { $in: ids } }, { ...within, projection: { event: 1 } }).toArray()
      const byId = new Map(found.map(({ _id, event }) => [_id, event]))
      return ids.flatMap((id) => byId.get(id) ?? []).map((event) => JSON.parse(event) as DomainEvent)
    },
    async measureBacklog() {
      const length = await events.countDocuments({}, { ...within, hint: '_id_', limit: COUNTED })
      const [oldest] = await events
        .find({}, { ...within, projection: { at: 1 } })
        .hint('_id_')
        .sort({ _id: 1 })
        .limit(1)
        .toArray()
      return { length, oldest: oldest?.at }
    },
    async markPublished(ids) {
      const generation = held
      await withMongoTransaction(mongo, async (tx) => {
        if (generation !== undefined) await renewLease(tx, generation)
        await waiting(tx).deleteMany({ _id: { $in: [...ids] } }, tx.operationOptions)
      })
    },
    onAppended: (listener) => listenForCommitSignals(mongo.db, listener),
    async [Symbol.asyncDispose]() {
      await last
    },
  }
}
