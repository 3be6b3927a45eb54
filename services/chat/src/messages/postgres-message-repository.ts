import type { Queryable } from '@meadow/storage'
import type { Pool } from 'pg'
import { mustSee } from '../conversations/postgres-standing.ts'
import { CHANGES } from './changes-at-once.ts'
import type { MessageRepository, MessageWindow } from './message-repository.ts'
import { placeBefore, placeOf } from './postgres-place.ts'
import { readMessages } from './postgres-read-messages.ts'
import { postgresSend } from './postgres-send-message.ts'

/** Messages in PostgreSQL. Each has its place: a part of a conversation is a range of `seq` without a gap. */
export const postgresMessages = (pool: Pool): MessageRepository => ({
  send: postgresSend(pool),

  async list(otherId, viewer, window) {
    const conversation = await readConversation(pool, viewer._id, otherId)
    if (!conversation) return { ...NOTHING, messages: [], hasMore: false, hasNewer: false }
    const { id, seq, rev, received } = conversation
    const last = Math.min(seq, await lastOf(pool, id, window))
    const first = Math.max(1, last - window.limit + 1)
    const { rows } = await pool.query<{ id: string }>({
      name: 'messages-in-range',
      text: 'select id from messages where conversation_id = $1 and seq between $2 and $3 order by seq',
      values: [id, first, last],
    })
    const messages = await readMessages(
      pool,
      rows.map(({ id }) => id),
    )
    return { messages, hasMore: messages.length > 0 && first > 1, hasNewer: last < seq, rev, seq, received }
  },

  async changes(otherId, viewer, since) {
    const conversation = await readConversation(pool, viewer._id, otherId)
    if (!conversation)
      return { ...NOTHING, messages: [], hasMore: false, readUpTo: 0, deliveredUpTo: 0, unreadCount: 0 }
    const { id, rev, ...standing } = conversation
    const { rows } = await pool.query<{ id: string; rev: number }>({
      name: 'messages-changed',
      text: `select id, rev from messages where conversation_id = $1 and rev > $2
             order by rev fetch first ${CHANGES} rows with ties`,
      values: [id, since],
    })
    const messages = await readMessages(
      pool,
      rows.map(({ id }) => id),
    )
    const told = rows.at(-1)?.rev ?? rev
    const hasMore = rows.length >= CHANGES && told < rev
    return { ...standing, messages, hasMore, rev: hasMore ? told : rev }
  },
})

const NOTHING = { rev: 0, seq: 0, received: 0 }

/** As the viewer has it; undefined where nothing was written yet. @throws member_not_found */
export async function readConversation(db: Queryable, viewer: string, otherId: string) {
  const { rows } = await db.query({
    name: 'read-conversation',
    text: `select c.id, c.seq, c.rev, mine.delivered_up_to as received, mine.unread as "unreadCount",
             theirs.read_up_to as "readUpTo", theirs.delivered_up_to as "deliveredUpTo"
           from conversation_members mine join conversations c on c.id = mine.conversation_id
           join conversation_members theirs on theirs.conversation_id = c.id and theirs.member_id = mine.other_id
           where mine.member_id = $1 and mine.other_id = $2`,
    values: [viewer, otherId],
  })
  type Row = Record<'seq' | 'rev' | 'received' | 'unreadCount' | 'readUpTo' | 'deliveredUpTo', number> & { id: string }
  const [conversation] = rows as Row[]
  if (!conversation) await mustSee(db, viewer, otherId)
  return conversation
}

/** The place of the last message in a window. @throws message_not_found */
const lastOf = async (db: Queryable, conversationId: string, { before, around, limit }: MessageWindow) =>
  around ? (await placeOf(db, conversationId, around)) + Math.floor(limit / 2) : placeBefore(db, conversationId, before)
