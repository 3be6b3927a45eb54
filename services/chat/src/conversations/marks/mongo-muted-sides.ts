import type { MongoDatabase } from '@meadow/storage'
import {
  type ConversationMemberRow,
  getConversationMemberCollection,
  type UnreadTotalRow,
} from '../mongo-conversation-rows.ts'
import { type ConversationMarks, NO_MARKS } from './conversation-marks.ts'

/** Returns the marks of a member. Documents of earlier versions, and of members who have set nothing, lack them. */
export const rowToMarks = (
  side: Pick<ConversationMemberRow, 'mutedUntil' | 'pinnedAt' | 'archivedSeq' | 'isUnread' | 'clearedUpTo'>,
): ConversationMarks => ({
  mutedUntil: side.mutedUntil ?? NO_MARKS.mutedUntil,
  pinnedAt: side.pinnedAt ?? NO_MARKS.pinnedAt,
  archivedSeq: side.archivedSeq ?? NO_MARKS.archivedSeq,
  isUnread: side.isUnread ?? NO_MARKS.isUnread,
  clearedUpTo: side.clearedUpTo ?? NO_MARKS.clearedUpTo,
})

/** A conversation that a member mutes now, with its unread messages. */
export type MutedSide = Pick<ConversationMemberRow, 'conversationId' | 'member' | 'unread'>

/** Reads the conversations that members mute now. Their totals say if there can be any: for most members nothing is read. */
export async function readMutedSides(
  mongo: MongoDatabase,
  totals: readonly UnreadTotalRow[],
  at: Date,
): Promise<MutedSide[]> {
  const muting = totals.flatMap(({ _id, mutedUntil }) => (mutedUntil && mutedUntil > at ? [_id] : []))
  if (muting.length === 0) return []
  return getConversationMemberCollection(mongo)
    .find(
      { member: { $in: muting }, mutedUntil: { $gt: at } },
      { ...mongo.operationOptions, hint: 'muted', projection: { conversationId: 1, member: 1, unread: 1 } },
    )
    .toArray()
}

/** Returns the number of unread messages in the conversations that a member mutes. */
export const sumMutedUnread = (sides: readonly MutedSide[], memberId: string): number =>
  sides.filter(({ member }) => member === memberId).reduce((sum, { unread }) => sum + unread, 0)
