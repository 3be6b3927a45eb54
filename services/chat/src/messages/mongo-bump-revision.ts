import type { MongoDatabase } from '@meadow/storage'
import type { LockedConversation } from '../conversations/conversation.ts'
import { getMessageCollection } from './mongo-message-rows.ts'

/**
 * Gives a new `rev` to each message that shows the changed one: the replies that quote it, and the root of its thread if
 * `threadId` is given. Call it before `applyConversationChange` and pass it the returned number of revisions.
 */
export async function bumpRelatedRevisions(
  tx: MongoDatabase,
  { rev }: Pick<LockedConversation, 'rev'>,
  changed: { _id: string; threadId?: string | null },
): Promise<number> {
  const options = { ...tx.operationOptions, projection: { seq: 1 } }
  const messages = getMessageCollection(tx)
  const replies = await messages.find({ replyTo: changed._id }, options).toArray()
  const root = changed.threadId ? await messages.findOne({ _id: changed.threadId }, options) : null
  const related = new Map([...replies, ...(root ? [root] : [])].map(({ _id, seq }) => [_id, seq]))
  if (related.size === 0) return 0
  const bySeq = [...related].toSorted(([, one], [, other]) => one - other)
  const updates = bySeq.map(([_id], index) => ({
    updateOne: { filter: { _id }, update: { $set: { rev: rev + index + 1 } } },
  }))
  await messages.bulkWrite(updates, tx.operationOptions)
  return related.size
}
