import { type MongoDatabase, type MongoWrite, toMongoUpdate, withMongoTransaction } from '@meadow/storage'
import { isAddressable, type UnreadTotal } from '../conversation.ts'
import { type MutedSide, readMutedSides, sumMutedUnread } from '../marks/mongo-muted-sides.ts'
import {
  type ConversationRow,
  getConversationCollection,
  getConversationMemberCollection,
  getOtherMember,
  getUnreadTotalCollection,
  listMarkedMembers,
  toConversationMemberId,
  toPairKey,
  type UnreadTotalRow,
} from '../mongo-conversation-rows.ts'
import type { ChangedConversation } from './change-conversation.ts'
import type { BatchConversation, ConversationWrite } from './conversation-write.ts'

type WriteAddress = ConversationWrite['address']

/**
 * A conversation as a transaction found it, with the unread totals of its members. Nothing is locked: every change writes to
 * the conversation's document, and to the totals of the members who notice it, so that one of two concurrent changes is retried.
 */
export type FoundConversation = BatchConversation &
  Pick<ConversationRow, 'cleared'> & { totals: readonly UnreadTotalRow[]; muted: readonly MutedSide[] }

/** Returns the filter that finds the conversation of a member. */
function toAddressFilter(member: string, address: WriteAddress): { pair: string } | { _id: string } {
  if ('otherId' in address) return { pair: toPairKey(member, address.otherId) }
  return { _id: 'foundId' in address ? address.foundId : address.conversationId }
}

/**
 * Reads a conversation of `member`, for a change by them. Returns undefined if there is none, or if they are no member of it.
 * One command reads the totals, too: the change numbers of the members follow from them.
 */
export async function findConversation(
  tx: MongoDatabase,
  member: string,
  address: WriteAddress,
): Promise<FoundConversation | undefined> {
  const totals = { from: 'unread_totals', localField: 'members', foreignField: '_id', as: 'totals' }
  const [row] = await getConversationCollection(tx)
    .aggregate<ConversationRow & { totals: UnreadTotalRow[] }>(
      [{ $match: toAddressFilter(member, address) }, { $lookup: totals }],
      tx.operationOptions,
    )
    .toArray()
  if (!row?.members.includes(member) || !isAddressable(row.kind ?? 'direct', address)) return undefined
  const { _id, seq, rev, movedAt, disappearAfter, name: groupName, cleared } = row
  const muted = await readMutedSides(tx, row.totals, new Date())
  const isMutedBy = (memberId: string) => muted.some((side) => side.conversationId === _id && side.member === memberId)
  return {
    _id,
    seq,
    rev,
    movedAt,
    members: listMarkedMembers(row).map((one) => ({ ...one, isMuted: isMutedBy(one._id) })),
    otherId: getOtherMember(row, member),
    disappearAfter,
    groupName,
    ...(cleared && { cleared }),
    totals: row.totals,
    muted,
  }
}

/** Returns the members of a conversation, who never change in a direct one; `member` and the other one if it does not exist yet. */
export async function findMemberIds(
  mongo: MongoDatabase,
  member: string,
  address: WriteAddress,
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

/** Returns the writes of a changed conversation and of the counters of its members, and their unread totals after it. */
export function toConversationWrites(
  tx: MongoDatabase,
  { totals: found, otherId, members, muted }: FoundConversation,
  { _id, seq, rev, movedAt, lastMessageId, memberChanges, movedMembers, endsRequest }: ChangedConversation,
): { writes: MongoWrite[]; totals: Map<string, UnreadTotal> } {
  const marks = [...memberChanges]
    .filter(([, { deliveredUpTo }]) => deliveredUpTo > 0)
    .flatMap(([id, { readUpTo, deliveredUpTo }]) => [
      [`marks.${id}.readUpTo`, readUpTo],
      [`marks.${id}.deliveredUpTo`, deliveredUpTo],
    ])
  const state = { seq, rev, movedAt, ...(lastMessageId && { lastMessageId }) }
  const update = {
    $set: state,
    ...(marks.length > 0 && { $max: Object.fromEntries(marks) }),
    ...(endsRequest && { $unset: { requests: '' as const } }),
  }
  const totals = new Map<string, UnreadTotal>()
  const memberIds = members.map((member) => member._id)
  const movedIds = movedMembers.map((member) => member._id).toSorted()
  const counted = movedIds.flatMap((id) => {
    const { messages = 0, moves = 0 } = found.find((total) => total._id === id) ?? {}
    const unread = memberChanges.get(id)?.unread ?? 0
    const total = { messages: messages + unread, changeSeq: moves + 1 }
    const isMuted = muted.some((one) => one.conversationId === _id && one.member === id)
    const mutedUnread = sumMutedUnread(muted, id) + (isMuted ? unread : 0)
    totals.set(id, { ...total, messages: total.messages - mutedUnread })
    const counts = { $inc: { moves: 1, messages: unread } }
    const sideId = toConversationMemberId(id, otherId === null ? _id : (memberIds.find((other) => other !== id) ?? _id))
    const side = {
      $set: { moves: total.changeSeq, movedAt },
      $inc: { unread },
      ...(endsRequest && { $unset: { request: '' as const } }),
    }
    return [
      toMongoUpdate(getUnreadTotalCollection(tx), { _id: id }, counts, { upsert: true }),
      toMongoUpdate(getConversationMemberCollection(tx), { _id: sideId }, side),
    ]
  })
  return { writes: [toMongoUpdate(getConversationCollection(tx), { _id }, update), ...counted], totals }
}
