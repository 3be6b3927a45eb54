import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { MessagesTable } from '../../schema.ts'
import { MAX_SEQ, type MessageWindow } from './message-window.ts'

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
async function findSeqOfMessage(db: Queryable, conversationId: string, messageId: string): Promise<number> {
  const { rows } = await db.query<Pick<MessagesTable, 'seq'>>({
    name: 'seq-of-message',
    text: 'select seq from messages where id = $1 and conversation_id = $2',
    values: [messageId, conversationId],
  })
  if (!rows[0]) throw new DomainError('message_not_found')
  return rows[0].seq
}

/**
 * Returns the `seq` of the message, or of the first message since the time, around which a window is; or else the last `seq` of the window.
 * @throws message_not_found
 */
export async function findAnchorSeq(
  db: Queryable,
  conversationId: string,
  { around, before }: Pick<MessageWindow, 'around' | 'before'>,
): Promise<number> {
  if (around === undefined) return findSeqBefore(db, conversationId, before)
  if (typeof around === 'string') return findSeqOfMessage(db, conversationId, around)
  return (await findSeqBefore(db, conversationId, around)) + 1
}
