import type { MongoDatabase } from '@meadow/storage'
import type { LockedConversation } from '../conversations/conversation.ts'
import { messagesIn } from './mongo-rows.ts'

/**
 * Gives each message that quotes `changed`, and the one above it in its thread where that has changed too, a `rev` of its
 * own: who asks what changed hears of them. Answers how many they are, for `moveConversation`.
 */
export async function raiseShowing(
  tx: MongoDatabase,
  { rev }: Pick<LockedConversation, 'rev'>,
  changed: { _id: string; threadId?: string | null },
): Promise<number> {
  const read = { ...tx.operationOptions, projection: { seq: 1 } }
  const messages = messagesIn(tx)
  const showing = await messages.find({ replyTo: changed._id }, read).toArray()
  const above = changed.threadId ? await messages.findOne({ _id: changed.threadId }, read) : null
  const shown = new Map([...showing, ...(above ? [above] : [])].map(({ _id, seq }) => [_id, seq]))
  if (shown.size === 0) return 0
  const inOrder = [...shown].toSorted(([, one], [, other]) => one - other)
  const raised = inOrder.map(([_id], index) => ({
    updateOne: { filter: { _id }, update: { $set: { rev: rev + index + 1 } } },
  }))
  await messages.bulkWrite(raised, tx.operationOptions)
  return shown.size
}
