import type { MongoDatabase } from '@meadow/storage'
import { conversationsIn, pairOf, sideId, sidesIn } from './mongo-rows.ts'
import { mustSee } from './mongo-standing.ts'

/**
 * What two have, as the viewer has it: what is unread may be of a later `rev`, never of an earlier one. Undefined where
 * nothing was written yet. @throws member_not_found
 */
export async function mongoConversationOf(mongo: MongoDatabase, viewer: string, other: string) {
  const row = await conversationsIn(mongo).findOne({ pair: pairOf(viewer, other) }, mongo.operationOptions)
  if (!row) {
    await mustSee(mongo, viewer, other)
    return undefined
  }
  const { _id, seq, rev, marks } = row
  const side = await sidesIn(mongo).findOne(
    { _id: sideId(viewer, other) },
    { ...mongo.operationOptions, projection: { unread: 1 } },
  )
  const theirs = marks[other] ?? { readUpTo: 0, deliveredUpTo: 0 }
  return { _id, seq, rev, ...theirs, received: marks[viewer]?.deliveredUpTo ?? 0, unreadCount: side?.unread ?? 0 }
}
