import type { MongoCollection, MongoDatabase } from '@meadow/storage'

/** How far a member has read a thread; `_id` is both. */
type MarkerRow = { _id: string; readUpTo: number }

export const markerCollection: MongoCollection = { name: 'thread_markers' }

const markers = ({ db }: MongoDatabase) => db.collection<MarkerRow>(markerCollection.name)
const markerId = (threadId: string, member: string): string => `${threadId} ${member}`

/** A member has read a thread up to a place, only ever forward. */
export async function markThread(
  mongo: MongoDatabase,
  threadId: string,
  member: string,
  readUpTo: number,
): Promise<void> {
  const change = { $max: { readUpTo } }
  await markers(mongo).updateOne({ _id: markerId(threadId, member) }, change, {
    ...mongo.operationOptions,
    upsert: true,
  })
}

/** How far a member has read each of these threads. */
export async function readMarkers(
  mongo: MongoDatabase,
  threadIds: readonly string[],
  member: string,
): Promise<(threadId: string) => number> {
  const asked = { _id: { $in: threadIds.map((id) => markerId(id, member)) } }
  const found = await markers(mongo).find(asked, mongo.operationOptions).toArray()
  const upTo = new Map(found.map(({ _id, readUpTo }) => [_id, readUpTo]))
  return (threadId) => upTo.get(markerId(threadId, member)) ?? 0
}
