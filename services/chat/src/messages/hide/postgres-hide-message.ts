import type { Pool } from 'pg'
import { changeMessage } from '../postgres-change-message.ts'
import { messageHidingRule, type StoreMessageHiding } from './hide-message.ts'

/** Creates `StoreMessageHiding` on PostgreSQL. */
export const createPostgresHideMessage =
  (pool: Pool): StoreMessageHiding =>
  (hiding) =>
    changeMessage(pool, hiding, {
      ...messageHidingRule,
      async write(tx, { messageId, by, at }, { message, rev }) {
        await tx.query(
          `insert into hidden_messages (message_id, member_id, conversation_id, rev, hidden_at) values ($1, $2, $3, $4, $5)`,
          [messageId, by._id, message.conversationId, rev, at],
        )
      },
    })
