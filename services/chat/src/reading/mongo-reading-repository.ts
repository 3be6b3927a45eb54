import { appendToMongoOutbox } from '@meadow/events'
import type { MongoDatabase } from '@meadow/storage'
import type { UnreadTotal } from '../conversations/conversation.ts'
import {
  changeConversation,
  type FoundConversation,
  findConversation,
  moveConversation,
} from '../conversations/mongo-move-conversation.ts'
import { sideId, sidesIn, totalsIn } from '../conversations/mongo-rows.ts'
import { mustSee } from '../conversations/mongo-standing.ts'
import { otherOf } from '../messages/mongo-change-message.ts'
import { messagesIn } from '../messages/mongo-rows.ts'
import { NO_TOTAL, NOTHING_READ, type ReadingRepository, type ReadWhat } from './reading-repository.ts'

export const mongoReading = (mongo: MongoDatabase): ReadingRepository => ({
  async read(what, reader, announce) {
    const otherId = 'otherId' in what ? what.otherId : await otherOf(mongo, what.messageId, reader._id)
    return changeConversation(mongo, reader._id, otherId, async (tx) => {
      const conversation = await findConversation(tx, reader._id, otherId)
      if (!conversation) {
        await mustSee(tx, reader._id, otherId)
        return { ...NOTHING_READ, total: await readTotal(tx, reader._id) }
      }
      const of = { conversationId: conversation._id, otherId }
      const upTo = await placeOf(tx, what, conversation)
      const readUpTo = conversation.marks[reader._id]?.readUpTo ?? 0
      const before = await readUnread(tx, conversation)
      if (upTo <= readUpTo) {
        const total = await readTotal(tx, reader._id)
        return { ...of, upToSeq: readUpTo, rev: conversation.rev, unreadCount: before, total, changed: false }
      }
      const unreadCount = await countUnread(tx, conversation, upTo)
      const { rev, unread: total = NO_TOTAL } = await moveConversation(tx, conversation, {
        marks: { readUpTo: upTo, deliveredUpTo: upTo },
        unread: { of: reader._id, by: unreadCount - before },
      })
      const read = { ...of, upToSeq: upTo, rev, unreadCount, total, changed: true }
      await appendToMongoOutbox(tx, announce(read))
      return read
    })
  },

  deliver: (to, otherId, upToSeq) =>
    changeConversation(mongo, to._id, otherId, async (tx) => {
      const conversation = await findConversation(tx, to._id, otherId)
      if (!conversation) return undefined
      const upTo = Math.min(upToSeq, conversation.seq)
      if (upTo <= (conversation.marks[to._id]?.deliveredUpTo ?? 0)) return undefined
      const { rev } = await moveConversation(tx, conversation, { marks: { deliveredUpTo: upTo } })
      return { upToSeq: upTo, rev }
    }),

  unread: (memberId) => readTotal(mongo, memberId),
})

/** Up to which place something is read. */
async function placeOf(tx: MongoDatabase, what: ReadWhat, { seq }: FoundConversation): Promise<number> {
  if ('otherId' in what) return seq
  const message = await messagesIn(tx).findOne(
    { _id: what.messageId },
    { ...tx.operationOptions, projection: { seq: 1 } },
  )
  return message?.seq ?? 0
}

async function readUnread(tx: MongoDatabase, { member, other }: FoundConversation): Promise<number> {
  const read = { ...tx.operationOptions, projection: { unread: 1 } }
  const side = await sidesIn(tx).findOne({ _id: sideId(member, other) }, read)
  return side?.unread ?? 0
}

/** What the other wrote after a place, and has not deleted. */
async function countUnread(tx: MongoDatabase, { _id, other, seq }: FoundConversation, after: number): Promise<number> {
  if (after === seq) return 0
  const unread = { conversationId: _id, seq: { $gt: after }, senderId: other, deletedAt: null }
  return messagesIn(tx).countDocuments(unread, { ...tx.operationOptions, hint: 'by_place' })
}

async function readTotal(mongo: MongoDatabase, _id: string): Promise<UnreadTotal> {
  const total = await totalsIn(mongo).findOne({ _id }, mongo.operationOptions)
  return total ? { messages: total.messages, changeSeq: total.moves } : NO_TOTAL
}
