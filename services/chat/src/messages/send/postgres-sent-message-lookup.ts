import type { Queryable } from '@meadow/storage'
import type { MessagesTable } from '../../schema.ts'
import type { FindSentMessage } from './send-message.ts'

/** Creates `FindSentMessage` on PostgreSQL. */
export const createPostgresSentMessageLookup =
  (db: Queryable): FindSentMessage =>
  async (sender, clientMessageId) => {
    const { rows } = await db.query<Pick<MessagesTable, 'id' | 'fingerprint'>>(
      'select id, fingerprint from messages where sender_id = $1 and client_message_id = $2',
      [sender._id, clientMessageId],
    )
    return rows.map(({ id, fingerprint }) => ({ _id: id, fingerprint }))[0]
  }
