import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { BEYOND } from './place.ts'

/** The place of the last message before one, or before a moment in ms; without either beyond all. @throws message_not_found */
export async function placeBefore(
  db: Queryable,
  conversationId: string,
  before: string | number | undefined,
): Promise<number> {
  if (before === undefined) return BEYOND
  if (typeof before === 'string') return (await placeOf(db, conversationId, before)) - 1
  const { rows } = await db.query<{ seq: number }>({
    name: 'place-before-moment',
    text: `select seq from messages where conversation_id = $1 and created_at < $2
           order by created_at desc, seq desc limit 1`,
    values: [conversationId, new Date(before)],
  })
  return rows[0]?.seq ?? 0
}

/** @throws message_not_found */
export async function placeOf(db: Queryable, conversationId: string, messageId: string): Promise<number> {
  const { rows } = await db.query<{ seq: number }>({
    name: 'place-of-message',
    text: 'select seq from messages where id = $1 and conversation_id = $2',
    values: [messageId, conversationId],
  })
  if (!rows[0]) throw new DomainError('message_not_found')
  return rows[0].seq
}
