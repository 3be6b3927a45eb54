import type { Pool } from 'pg'
import type { MessagesTable } from '../../schema.ts'
import { POSTGRES_MESSAGE_DELETION } from '../delete/postgres-delete-message.ts'
import { changeMessage } from '../postgres-change-message.ts'
import { type MessageExpiryStore, messageExpiryRule } from './expire-messages.ts'

/** Creates the store of messages that disappear on PostgreSQL. */
export const createPostgresMessageExpiry = (pool: Pool): MessageExpiryStore => ({
  async listExpired(at, limit) {
    const { rows } = await pool.query<Pick<MessagesTable, 'id' | 'sender_id'>>({
      name: 'list-expired-messages',
      text: `select id, sender_id from messages where expires_at <= $1 and deleted_at is null order by expires_at limit $2`,
      values: [at, limit],
    })
    return rows.map(({ id, sender_id }) => ({ messageId: id, senderId: sender_id }))
  },
  expire: (expiry) => changeMessage(pool, expiry, { ...messageExpiryRule, write: POSTGRES_MESSAGE_DELETION.write }),
})
