import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { MessagesTable } from '../../schema.ts'
import { MAX_SEQ } from './message-window.ts'

/**
 * Returns the last `seq` before a message, or before a time in epoch milliseconds; `MAX_SEQ` if neither is given.
 * @throws message_not_found
 */
export async function findSeqBefore(
  db: Queryable,
  conversationId: string,
  before: string | number | undefined,
): Promise<number> {
  if (before === undefined) return MAX_SEQ
  if (typeof before === 'string') return (await findSeqOfMessage(db, conversationId, before)) - 1
  const { rows } = await db.query<Pick<MessagesTable, 'seq'>>({
    name: 'seq-before-time',
    text: `select seq from messages where conversation_id = $1 and created_at < $2
           order by created_at desc, seq desc limit 1`,
    values: [conversationId, new Date(before)],
  })
  return rows[0]?.seq ?? 0
}

/** @throws message_not_found */
export async function findSeqOfMessage(db: Queryable, conversationId: string, messageId: string): Promise<number> {
  const { rows } = await db.query<Pick<MessagesTable, 'seq'>>({
    name: 'seq-of-message',
    text: 'select seq from messages where id = $1 and conversation_id = $2',
    values: [messageId, conversationId],
  })
  if (!rows[0]) throw new DomainError('message_not_found')
  return rows[0].seq
}
