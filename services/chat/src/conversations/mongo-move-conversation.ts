import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { inOrder, type LockedConversation, type Moved, type UnreadTotal } from './conversation.ts'
import { type ConversationRow, conversationsIn, pairOf, sideId, sidesIn, totalsIn } from './mongo-rows.ts'

/**
 * A conversation as a transaction found it. Who changes anything in it calls `moveConversation`, which writes to its
 * document: of two who changed what they found, one comes again.
 */
export type FoundConversation = LockedConversation & Pick<ConversationRow, 'marks'>

const toFound = ({ _id, members, seq, rev, marks }: ConversationRow, member: string): FoundConversation => {
  const [low, high] = members
  return { _id, member, other: low === member ? high : low, seq, rev, marks }
}

/** What `member` has with `other`; undefined where that is nothing. */
export async function findConversation(
  tx: MongoDatabase,
  member: string,
  other: string,
): Promise<FoundConversation | undefined> {
  const row = await conversationsIn(tx).findOne({ pair: pairOf(member, other) }, tx.operationOptions)
  return row ? toFound(row, member) : undefined
}

/**
 * Changes what two members have in one transaction. Those of this process that count for either of them take turns, so
 * that they need not come again: the counts of somebody to whom many write are in the way of all of them.
 */
export function changeConversation<T>(
  mongo: MongoDatabase,
  one: string,
  other: string,
  work: (tx: MongoDatabase) => Promise<T>,
): Promise<T> {
  const [low, high] = inOrder(one, other)
  return mongo.keyedQueue(low, () => withMongoTransaction(mongo, work, high))
}

type Change = {
  /** A message that is new, and when it was written. */
  message?: { _id: string; at: Date }
  /** For whom how many more are unread; less than 0: fewer. */
  unread?: { of: string; by: number }
  /** How far whoever acts has come. */
  marks?: { readUpTo?: number; deliveredUpTo: number }
  /** How many messages took a `rev` before this change does. */
  raised?: number
}

/** Counts one more change of a conversation: every change calls it, once. */
export async function moveConversation(
  tx: MongoDatabase,
  { _id, member, other }: Pick<LockedConversation, '_id' | 'member' | 'other'>,
  change: Change,
): Promise<Moved> {
  const { message, marks = {}, raised = 0, unread } = change
  const farther = Object.entries(marks).map(([mark, upTo]) => [`marks.${member}.${mark}`, upTo])
  const row = await conversationsIn(tx).findOneAndUpdate(
    { _id },
    {
      $inc: { rev: 1 + raised, seq: message ? 1 : 0 },
      $max: { ...(message && { movedAt: message.at }), ...Object.fromEntries(farther) },
      ...(message && { $set: { lastMessageId: message._id } }),
    },
    { ...tx.operationOptions, returnDocument: 'after' },
  )
  if (!row) throw new Error('The conversation is gone')
  const totals = new Map<string, UnreadTotal>()
  for (const id of inOrder(member, other)) {
    const more = unread?.of === id ? unread.by : 0
    const total = await countMove(tx, id, more)
    totals.set(id, total)
    const _id = sideId(id, id === member ? other : member)
    const moved = { $set: { moves: total.changeSeq, movedAt: row.movedAt }, $inc: { unread: more } }
    await sidesIn(tx).updateOne({ _id }, moved, tx.operationOptions)
  }
  return { seq: row.seq, rev: row.rev, at: row.movedAt, unread: unread && totals.get(unread.of) }
}

/** Nobody else counts for this member until the transaction ends: who has seen a count has seen all changes up to it. */
async function countMove(tx: MongoDatabase, _id: string, messages: number): Promise<UnreadTotal> {
  const counted = { $inc: { moves: 1, messages } }
  const total = await totalsIn(tx).findOneAndUpdate({ _id }, counted, {
    ...tx.operationOptions,
    upsert: true,
    returnDocument: 'after',
  })
  if (!total) throw new Error('The count of the member is gone')
  return { messages: total.messages, changeSeq: total.moves }
}
