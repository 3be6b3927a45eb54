import { createMongoMemberReadModel, findVisibleMembers } from '@meadow/members'
import { type MongoDatabase, runMongoOperations, withMongoTransaction } from '@meadow/storage'
import {
  type AppliedChange,
  assertVisible,
  type ConversationChange,
  type LockedConversation,
  orderMemberIds,
  type UnreadTotal,
} from './conversation.ts'
import {
  type ConversationRow,
  getConversationCollection,
  getConversationMemberCollection,
  getUnreadTotalCollection,
  toConversationMemberId,
  toPairKey,
} from './mongo-conversation-rows.ts'

/** Returns true if two members follow each other. */
export async function areMutualFollowers(mongo: MongoDatabase, one: string, other: string): Promise<boolean> {
  const members = createMongoMemberReadModel(mongo)
  const [outgoing, incoming] = await runMongoOperations(mongo, [
    () => members.findFollowed(one, [other]),
    () => members.findFollowed(other, [one]),
  ])
  return outgoing.size > 0 && incoming.size > 0
}

/** Returns true if `member` may see `other`. */
export const isVisibleMember = async (mongo: MongoDatabase, member: string, other: string): Promise<boolean> =>
  (await findVisibleMembers(mongo, { _id: member }, [other])).size > 0

/** @throws member_not_found unless `member` may see `other` */
export async function assertVisibleMember(mongo: MongoDatabase, member: string, other: string): Promise<void> {
  assertVisible(await isVisibleMember(mongo, member, other))
}

/**
 * A conversation as a transaction found it. Nothing is locked: every change writes to the conversation's document by
 * `applyConversationChange`, so that one of two concurrent changes is retried.
 */
export type FoundConversation = LockedConversation & Pick<ConversationRow, 'marks'>

/** Reads the conversation between two members, for a change by `member`. Returns undefined if there is none. */
export async function findConversation(
  tx: MongoDatabase,
  member: string,
  other: string,
): Promise<FoundConversation | undefined> {
  const row = await getConversationCollection(tx).findOne({ pair: toPairKey(member, other) }, tx.operationOptions)
  if (!row) return undefined
  const { _id, seq, rev, marks } = row
  return { _id, member, other, seq, rev, marks }
}

/**
 * Runs `change` in a transaction. Changes of this process that affect the unread total of the same member wait for each
 * other instead of causing write conflicts.
 */
export function withConversationTransaction<T>(
  mongo: MongoDatabase,
  one: string,
  other: string,
  change: (tx: MongoDatabase) => Promise<T>,
): Promise<T> {
  const [low, high] = orderMemberIds(one, other)
  return mongo.transactionQueue(low, () => withMongoTransaction(mongo, change, high))
}

type MongoConversationChange = ConversationChange & {
  /** New read and delivery marks of the acting member. Marks never decrease. */
  marks?: { readUpTo?: number; deliveredUpTo: number }
  /** The result of `bumpRelatedRevisions`. */
  bumpedRevisions?: number
}

/** Applies a change to a conversation and to the counters of both members. Every change calls it exactly once. */
export async function applyConversationChange(
  tx: MongoDatabase,
  { _id, member, other }: Pick<LockedConversation, '_id' | 'member' | 'other'>,
  { message, marks, bumpedRevisions = 0, unread }: MongoConversationChange = {},
): Promise<AppliedChange> {
  const maxMarks = Object.entries(marks ?? {}).map(([mark, upTo]) => [`marks.${member}.${mark}`, upTo])
  const row = await getConversationCollection(tx).findOneAndUpdate(
    { _id },
    {
      $inc: { rev: 1 + bumpedRevisions, seq: message ? 1 : 0 },
      $max: { ...(message && { movedAt: message.at }), ...Object.fromEntries(maxMarks) },
      ...(message && { $set: { lastMessageId: message._id } }),
    },
    { ...tx.operationOptions, returnDocument: 'after' },
  )
  if (!row) throw new Error('The conversation does not exist any more')
  const totals = new Map<string, UnreadTotal>()
  for (const id of orderMemberIds(member, other)) {
    const unreadBy = unread?.of === id ? unread.by : 0
    const total = await incrementTotals(tx, id, unreadBy)
    totals.set(id, total)
    const sideId = toConversationMemberId(id, id === member ? other : member)
    const update = { $set: { moves: total.changeSeq, movedAt: row.movedAt }, $inc: { unread: unreadBy } }
    await getConversationMemberCollection(tx).updateOne({ _id: sideId }, update, tx.operationOptions)
  }
  return { seq: row.seq, rev: row.rev, at: row.movedAt, unread: unread && totals.get(unread.of) }
}

/** Increments the change counter of a member. Its document orders the changes: a reader of one `changeSeq` sees all before. */
async function incrementTotals(tx: MongoDatabase, _id: string, messages: number): Promise<UnreadTotal> {
  const update = { $inc: { moves: 1, messages } }
  const total = await getUnreadTotalCollection(tx).findOneAndUpdate({ _id }, update, {
    ...tx.operationOptions,
    upsert: true,
    returnDocument: 'after',
  })
  if (!total) throw new Error('The unread total of the member does not exist')
  return { messages: total.messages, changeSeq: total.moves }
}
