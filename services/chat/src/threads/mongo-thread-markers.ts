import { type MongoCollection, type MongoDatabase, type MongoWrite, toMongoUpdate } from '@meadow/storage'

/** The last `seq` that a member has read in a thread; `_id` is the thread and the member. */
type ThreadMarkerRow = { _id: string; readUpTo: number }

export const threadMarkerCollection: MongoCollection = { name: 'thread_markers' }

const getThreadMarkerCollection = ({ db }: MongoDatabase) => db.collection<ThreadMarkerRow>(threadMarkerCollection.name)
const toThreadMarkerId = (threadId: string, member: string): string => `${threadId} ${member}`

/** Moves a member's read mark in a thread, only forward. */
export async function markThreadRead(
  mongo: MongoDatabase,
  threadId: string,
  member: string,
  readUpTo: number,
): Promise<void> {
  const filter = { _id: toThreadMarkerId(threadId, member) }
  const options = { ...mongo.operationOptions, upsert: true }
  await getThreadMarkerCollection(mongo).updateOne(filter, { $max: { readUpTo } }, options)
}

/** Like `markThreadRead`, but returns the write. */
export const toThreadMark = (mongo: MongoDatabase, threadId: string, member: string, readUpTo: number): MongoWrite =>
  toMongoUpdate(
    getThreadMarkerCollection(mongo),
    { _id: toThreadMarkerId(threadId, member) },
    { $max: { readUpTo } },
    { upsert: true },
  )

/** Returns a lookup of the member's read mark in each of these threads. */
export async function readThreadMarkers(
  mongo: MongoDatabase,
  threadIds: readonly string[],
  member: string,
): Promise<(threadId: string) => number> {
  const filter = { _id: { $in: threadIds.map((id) => toThreadMarkerId(id, member)) } }
  const rows = await getThreadMarkerCollection(mongo).find(filter, mongo.operationOptions).toArray()
  const markers = new Map(rows.map(({ _id, readUpTo }) => [_id, readUpTo]))
  return (threadId) => markers.get(toThreadMarkerId(threadId, member)) ?? 0
}
