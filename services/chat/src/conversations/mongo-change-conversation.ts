import { createMongoMemberReadModel, findVisibleMembers } from '@meadow/members'
import {
  type MongoDatabase,
  type MongoWrite,
  runMongoOperations,
  runMongoWrites,
  toMongoUpdate,
  withMongoTransaction,
} from '@meadow/storage'
import {
  type AppliedChange,
  assertVisible,
  type ConversationAddress,
  type ConversationChange,
  type LockedConversation,
  type UnreadTotal,
} from './conversation.ts'
import {
  type ConversationRow,
  getConversationCollection,
  getConversationMemberCollection,
  getOtherMember,
  getUnreadTotalCollection,
  toAddressFilter,
  toConversationMemberId,
  type UnreadTotalRow,
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
 * A conversation as a transaction found it, with the unread totals of its members. Nothing is locked: every change writes to
 * the conversation's document, and to the totals of all members, so that one of two concurrent changes is retried.
 */
export type FoundConversation = LockedConversation &
  Pick<ConversationRow, 'members' | 'marks' | 'movedAt'> & { totals: readonly UnreadTotalRow[] }

/**
 * Reads a conversation of `member`, for a change by them. Returns undefined if there is none, or if they are no member of it.
 * One command reads the totals, too: the change numbers of the members follow from them.
 */
export async function findConversation(
  tx: MongoDatabase,
  member: string,
  address: ConversationAddress,
): Promise<FoundConversation | undefined> {
  const totals = { from: 'unread_totals', localField: 'members', foreignField: '_id', as: 'totals' }
  const [row] = await getConversationCollection(tx)
    .aggregate<ConversationRow & { totals: UnreadTotalRow[] }>(
      [{ $match: toAddressFilter(member, address) }, { $lookup: totals }],
      tx.operationOptions,
    )
    .toArray()
  if (!row?.members.includes(member)) return undefined
  const { _id, members, seq, rev, marks, movedAt } = row
  return { _id, member, other: getOtherMember(row, member), members, seq, rev, marks, movedAt, totals: row.totals }
}

/** Returns the members of a conversation, who never change in a direct one; `member` and the other one if it does not exist yet. */
export async function findMemberIds(
  mongo: MongoDatabase,
  member: string,
  address: ConversationAddress,
): Promise<readonly string[]> {
  if ('otherId' in address) return [member, address.otherId]
  const options = { ...mongo.operationOptions, projection: { members: 1 } }
  const row = await getConversationCollection(mongo).findOne(toAddressFilter(member, address), options)
  return row?.members ?? []
}

/**
 * Runs `change` in a transaction. Changes of this process that affect the unread total of the same member wait for each
 * other instead of causing write conflicts.
 */
export function withConversationTransaction<T>(
  mongo: MongoDatabase,
  memberIds: readonly string[],
  change: (tx: MongoDatabase) => Promise<T>,
): Promise<T> {
  const runQueued = ([first, ...rest]: readonly string[]): Promise<T> =>
    first === undefined ? withMongoTransaction(mongo, change) : mongo.transactionQueue(first, () => runQueued(rest))
  return runQueued([...new Set(memberIds)].toSorted())
}

type MongoConversationChange = Omit<ConversationChange, 'unread'> & {
  /** A new message takes the next `seq`; `at` is its time. */
  message?: { _id: string; at: Date }
  /** Adds `by` to the unread counts of these members. */
  unread?: { of: readonly string[]; by: number }
  /** New read and delivery marks of the acting member. Marks never decrease. */
  marks?: { readUpTo?: number; deliveredUpTo: number }
  /** The result of `bumpRelatedRevisions`. */
  bumpedRevisions?: number
}

/** The writes of a change, and the `rev` and the unread totals of all members after it. */
type PlannedChange = { writes: MongoWrite[]; rev: number; totals: Map<string, UnreadTotal> }

/**
 * Returns the writes that apply a change to a conversation and to the counters of all its members. Every writer must raise the
 * `rev` of the conversation with each change: clients recognise missed changes by it. So each change calls this exactly once.
 */
export function planConversationChange(
  tx: MongoDatabase,
  conversation: FoundConversation,
  { message, marks, bumpedRevisions = 0, unread }: MongoConversationChange = {},
): PlannedChange {
  const { _id, member, members, seq, totals: found } = conversation
  const rev = conversation.rev + bumpedRevisions + 1
  const movedAt = message && message.at > conversation.movedAt ? message.at : conversation.movedAt
  const newMarks = Object.entries(marks ?? {}).map(([mark, upTo]) => [`marks.${member}.${mark}`, upTo])
  const changed = toMongoUpdate(
    getConversationCollection(tx),
    { _id },
    {
      $set: { rev, movedAt, ...(message && { seq: seq + 1, lastMessageId: message._id }) },
      ...(marks && { $max: Object.fromEntries(newMarks) }),
    },
  )
  const totals = new Map<string, UnreadTotal>()
  const counted = members.toSorted().flatMap((id) => {
    const { messages = 0, moves = 0 } = found.find((total) => total._id === id) ?? {}
    const unreadBy = unread?.of.includes(id) ? unread.by : 0
    const total = { messages: messages + unreadBy, changeSeq: moves + 1 }
    totals.set(id, total)
    const sideId = toConversationMemberId(id, getSideKey(conversation, id))
    const side = { $set: { moves: total.changeSeq, movedAt }, $inc: { unread: unreadBy } }
    return [
      toMongoUpdate(
        getUnreadTotalCollection(tx),
        { _id: id },
        { $inc: { moves: 1, messages: unreadBy } },
        { upsert: true },
      ),
      toMongoUpdate(getConversationMemberCollection(tx), { _id: sideId }, side),
    ]
  })
  return { writes: [changed, ...counted], rev, totals }
}

/** Returns the second part of the id of a member's document: the other member of a direct conversation, or the conversation. */
function getSideKey({ _id, member, other }: LockedConversation, id: string): string {
  if (other === null) return _id
  return id === member ? other : member
}

/** Applies a change that is no message to a conversation and to the counters of all its members, in one command. */
export async function applyConversationChange(
  tx: MongoDatabase,
  conversation: FoundConversation,
  { unread, ...change }: ConversationChange & Omit<MongoConversationChange, 'unread' | 'message'> = {},
): Promise<AppliedChange> {
  const planned = planConversationChange(tx, conversation, {
    ...change,
    ...(unread && { unread: { of: [unread.of], by: unread.by } }),
  })
  await runMongoWrites(tx, planned.writes)
  return { rev: planned.rev, unread: unread && planned.totals.get(unread.of) }
}
