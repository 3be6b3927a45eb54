import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { LockedConversation, UnreadTotal } from '../conversations/conversation.ts'
import { lockConversation, lockConversationOf, moveConversation } from '../conversations/postgres-lock.ts'
import { mustSee } from '../conversations/postgres-standing.ts'
import { NO_TOTAL, NOTHING_READ, type ReadingRepository, type ReadWhat } from './reading-repository.ts'

export const postgresReading = (pool: Pool): ReadingRepository => ({
  read: (what, reader, announce) =>
    withPostgresTransaction(pool, async (tx) => {
      const place = await findPlace(tx, what, reader._id)
      if (!place) return { ...NOTHING_READ, total: await readTotal(tx, reader._id) }
      const { conversation, upTo } = place
      const marker = await readMarker(tx, conversation)
      const of = { conversationId: conversation._id, otherId: conversation.other }
      if (upTo <= marker.readUpTo) {
        const total = await readTotal(tx, reader._id)
        const { rev } = conversation
        return { ...of, upToSeq: marker.readUpTo, rev, unreadCount: marker.unread, total, changed: false }
      }
      const unreadCount = await countUnread(tx, conversation, upTo)
      await tx.query({
        name: 'read-up-to',
        text: `update conversation_members
               set read_up_to = $3, delivered_up_to = greatest(delivered_up_to, $3)
               where conversation_id = $1 and member_id = $2`,
        values: [conversation._id, reader._id, upTo],
      })
      const unread = { of: reader._id, by: unreadCount - marker.unread }
      const { rev, unread: total = NO_TOTAL } = await moveConversation(tx, conversation, { unread })
      const read = { ...of, upToSeq: upTo, rev, unreadCount, total, changed: true }
      await appendToPostgresOutbox(tx, announce(read))
      return read
    }),

  deliver: (to, otherId, upToSeq) =>
    withPostgresTransaction(pool, async (tx) => {
      const conversation = await lockConversation(tx, to._id, otherId)
      if (!conversation) return undefined
      const upTo = Math.min(upToSeq, conversation.seq)
      const { rowCount } = await tx.query({
        name: 'delivered-up-to',
        text: `update conversation_members set delivered_up_to = $3
               where conversation_id = $1 and member_id = $2 and delivered_up_to < $3`,
        values: [conversation._id, to._id, upTo],
      })
      return rowCount === 0 ? undefined : { upToSeq: upTo, rev: (await moveConversation(tx, conversation)).rev }
    }),

  unread: (memberId) => readTotal(pool, memberId),
})

/** What is to be read, under the lock; undefined where nothing was written yet. */
async function findPlace(
  tx: Queryable,
  what: ReadWhat,
  reader: string,
): Promise<{ conversation: LockedConversation; upTo: number } | undefined> {
  if ('otherId' in what) {
    const conversation = await lockConversation(tx, reader, what.otherId)
    if (!conversation) await mustSee(tx, reader, what.otherId)
    return conversation && { conversation, upTo: conversation.seq }
  }
  const conversation = await lockConversationOf(tx, what.messageId, reader)
  if (!conversation) throw new DomainError('message_not_found')
  const { rows } = await tx.query<{ seq: number }>('select seq from messages where id = $1', [what.messageId])
  return { conversation, upTo: rows[0]?.seq ?? 0 }
}

async function readMarker(tx: Queryable, { _id, member }: LockedConversation) {
  const { rows } = await tx.query<{ read_up_to: number; unread: number }>({
    name: 'read-marker',
    text: 'select read_up_to, unread from conversation_members where conversation_id = $1 and member_id = $2',
    values: [_id, member],
  })
  return { readUpTo: rows[0]?.read_up_to ?? 0, unread: rows[0]?.unread ?? 0 }
}

/** What the other wrote after a place, and has not deleted. */
async function countUnread(tx: Queryable, { _id, other, seq }: LockedConversation, after: number): Promise<number> {
  if (after === seq) return 0
  const { rows } = await tx.query<{ count: number }>({
    name: 'count-unread',
    text: `select count(*)::integer as count from messages
           where conversation_id = $1 and seq > $2 and sender_id = $3 and deleted_at is null`,
    values: [_id, after, other],
  })
  return rows[0]?.count ?? 0
}

async function readTotal(db: Queryable, memberId: string): Promise<UnreadTotal> {
  const { rows } = await db.query<{ messages: number; moves: string }>({
    name: 'unread-total',
    text: 'select messages, moves from unread_totals where member_id = $1',
    values: [memberId],
  })
  const [row] = rows
  return row ? { messages: row.messages, changeSeq: Number(row.moves) } : NO_TOTAL
}
