import type { MongoDatabase } from '@meadow/storage'
import type { MemberRetention } from './member-read-model.ts'
import type { MemberDataOwner } from './member-snapshot.ts'
import { getSnapshotRoundCollection } from './mongo-collections.ts'

const BATCH_SIZE = 200
const EDGE_KINDS = ['follows', 'blocks', 'mutes', 'privacy_exceptions'] as const
const END_FIELDS = { auth: 'authEnded', social: 'socialEnded' } as const

/** Deletes up to a batch of documents, in the order of an index. Returns true if there may be more. */
async function deleteBatch(
  { db, operationOptions }: MongoDatabase,
  name: 'members' | 'member_former_usernames' | (typeof EDGE_KINDS)[number],
  { filter, sort }: { filter: object; sort: Record<string, 1> },
): Promise<boolean> {
  const collection = db.collection<{ _id: string }>(name)
  const options = { ...operationOptions, projection: { _id: 1 } }
  const rows = await collection.find(filter, options).sort(sort).limit(BATCH_SIZE).toArray()
  if (rows.length === 0) return false
  await collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }, operationOptions)
  return rows.length === BATCH_SIZE
}

/** Marks a round as ended for one owner. Does nothing if the round is unknown. */
export async function endMongoRound(mongo: MongoDatabase, id: string, owner: MemberDataOwner): Promise<void> {
  const ended = { $set: { [END_FIELDS[owner]]: true } }
  await getSnapshotRoundCollection(mongo).updateOne({ _id: id }, ended, mongo.operationOptions)
}

/** Deletes a batch of an owner's documents that were not written since the newest round began which the owner has ended. */
export async function deleteStaleMongoRows(mongo: MongoDatabase, owner: MemberDataOwner): Promise<boolean> {
  const rounds = getSnapshotRoundCollection(mongo).find({ [END_FIELDS[owner]]: true }, mongo.operationOptions)
  const [newest] = await rounds.sort({ number: -1 }).hint('by_number').limit(1).toArray()
  if (!newest) return false
  const stale = { filter: { heard: { $lt: newest.number } }, sort: { heard: 1 } } as const
  if (owner === 'auth') return deleteBatch(mongo, 'members', stale)
  const results = []
  for (const kind of EDGE_KINDS) results.push(await deleteBatch(mongo, kind, stale))
  return results.includes(true)
}

/** Deletes a batch of removed edges, of ended mutes, of erased members' ids, and of older rounds. Returns true if there may be more. */
export async function deleteExpiredMongoRows(mongo: MongoDatabase, retention: MemberRetention): Promise<boolean> {
  const { removedEdgesBefore, erasedBefore, roundsBefore, usernamesKeptBefore } = retention
  const removed = { filter: { active: false, at: { $lt: removedEdgesBefore } }, sort: { at: 1 } } as const
  const results = []
  for (const kind of ['follows', 'blocks', 'privacy_exceptions'] as const)
    results.push(await deleteBatch(mongo, kind, removed))
  const endedMutes = { filter: { until: { $lt: removedEdgesBefore } }, sort: { until: 1 } } as const
  results.push(await deleteBatch(mongo, 'mutes', endedMutes))
  const erased = (before: Date) =>
    ({ filter: { state: 'erased', erasedAt: { $lt: before } }, sort: { erasedAt: 1 } }) as const
  if (erasedBefore) results.push(await deleteBatch(mongo, 'members', erased(erasedBefore)))
  const freed = { filter: { keptUntil: { $lt: usernamesKeptBefore } }, sort: { keptUntil: 1 } } as const
  results.push(await deleteBatch(mongo, 'member_former_usernames', freed))
  const rounds = getSnapshotRoundCollection(mongo)
  const [newest] = await rounds.find({}, mongo.operationOptions).sort({ number: -1 }).limit(1).toArray()
  // the newest round stays: new documents have its number. A round of an older version has no time: it ages from now
  const dated = { $set: { begunAt: new Date() } }
  await rounds.updateMany({ begunAt: { $exists: false } }, dated, mongo.operationOptions)
  if (newest)
    await rounds.deleteMany({ begunAt: { $lt: roundsBefore }, number: { $lt: newest.number } }, mongo.operationOptions)
  return results.includes(true)
}
