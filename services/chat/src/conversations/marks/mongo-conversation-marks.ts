import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoWrites, toMongoUpdate } from '@meadow/storage'
import {
  getConversationCollection,
  getConversationMemberCollection,
  getUnreadTotalCollection,
  IS_SET,
  toConversationMemberId,
} from '../mongo-conversation-rows.ts'
import { assertVisibleMember } from '../mongo-relationship.ts'
import { countUnread } from '../mongo-unread-count.ts'
import { withConversationTransaction } from '../write/mongo-conversation-changes.ts'
import { changeMarks, type StoreConversationMarks, toMarksView } from './conversation-marks.ts'
import { readMutedSides, rowToMarks, sumMutedUnread } from './mongo-muted-sides.ts'

/** Creates `StoreConversationMarks` on MongoDB. */
export const createMongoConversationMarks =
  (mongo: MongoDatabase): StoreConversationMarks =>
  ({ memberId, otherId, change, at }) =>
    withConversationTransaction(mongo, [memberId], async (tx) => {
      const { operationOptions } = tx
      const sides = getConversationMemberCollection(tx)
      const total = await getUnreadTotalCollection(tx).findOne({ _id: memberId }, operationOptions)
      const side = await sides.findOne({ _id: toConversationMemberId(memberId, otherId) }, operationOptions)
      if (!side) {
        await assertVisibleMember(tx, memberId, otherId)
        throw new DomainError('not_found')
      }
      const conversation = await getConversationCollection(tx).findOne(
        { _id: side.conversationId },
        { ...operationOptions, projection: { seq: 1, marks: 1 } },
      )
      const pins = await sides
        .find(
          { member: memberId, pinnedAt: IS_SET.pinnedAt },
          { ...operationOptions, hint: 'pinned', projection: { _id: 1 } },
        )
        .toArray()
      const seq = conversation?.seq ?? 0
      const otherPins = pins.filter(({ _id }) => _id !== side._id).length
      const marks = changeMarks(rowToMarks(side), change, { seq, otherPins, at })
      const changeSeq = (total?.moves ?? 0) + 1
      const muted = await sides
        .find(
          { member: memberId, mutedUntil: { $gt: at } },
          { ...operationOptions, hint: 'muted', projection: { mutedUntil: 1 } },
        )
        .toArray()
      const otherMutes = muted.filter(({ _id }) => _id !== side._id)
      const mutedUntil = findLatest([marks.mutedUntil, ...otherMutes.map((other) => other.mutedUntil)])
      const { clearedUpTo } = marks
      const readUpTo = conversation?.marks[memberId]?.readUpTo ?? 0
      const uncleared = // across a block no read mark has moved
        change.clearedUpTo === undefined || !conversation
          ? side.unread
          : await countUnread(tx, { ...conversation, cleared: { [memberId]: clearedUpTo } }, memberId, readUpTo)
      const unread = Math.min(side.unread, uncleared)
      const count = { $inc: { moves: 1, messages: unread - side.unread }, $set: { mutedUntil } }
      await runMongoWrites(tx, [
        toMongoUpdate(getUnreadTotalCollection(tx), { _id: memberId }, count, { upsert: true }),
        toMongoUpdate(sides, { _id: side._id }, { $set: { ...marks, unread, moves: changeSeq } }),
        ...(change.clearedUpTo === undefined
          ? []
          : [
              toMongoUpdate(
                getConversationCollection(tx),
                { _id: side.conversationId },
                { $set: { [`cleared.${memberId}`]: clearedUpTo } },
              ),
            ]),
      ])
      const after = await getUnreadTotalCollection(tx).findOne({ _id: memberId }, operationOptions)
      const mutedUnread = sumMutedUnread(await readMutedSides(tx, after ? [after] : [], at), memberId)
      return {
        marks: toMarksView(marks, seq, at),
        total: { messages: (after?.messages ?? 0) - mutedUnread, changeSeq },
      }
    })

const findLatest = (times: readonly (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((latest, time) => (time && (!latest || time > latest) ? time : latest), null)
