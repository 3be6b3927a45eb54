import { DomainError, type MetricsSource } from '@meadow/service'
import { createBatchReader, toArrayParameter } from '@meadow/storage'
import type { Pool } from 'pg'
import type { UnreadTotal } from '../conversations/conversation.ts'
import { mutedUnreadSql } from '../conversations/marks/postgres-conversation-marks.ts'
import type { ConversationMembersTable, MessagesTable, UnreadTotalsTable } from '../schema.ts'
import type { ReceiptLookup } from './receipt-repository.ts'

type UnreadTotalRow = Pick<UnreadTotalsTable, 'messages' | 'moves'>

/**
 * Looks up each member by the primary key; `limit 1` prevents a join that reads the whole table. The sub-select hides the
 * length of the array from the planner: otherwise PostgreSQL would plan the statement again for each small batch.
 */
export const READ_UNREAD_TOTALS = {
  name: 'read-unread-totals',
  text: `
  select coalesce(total.messages, 0) as messages, coalesce(total.moves, 0) as moves
  from unnest((select $1::uuid[])) with ordinality as member (id, position)
  left join lateral (
    select t.messages - ${mutedUnreadSql('t')} as messages, t.moves from unread_totals t where t.member_id = member.id limit 1
  ) total on true
  order by member.position`,
}

/** Creates the lookup on PostgreSQL. Unread totals are read in batches; members without a row have no unread messages. */
export function createPostgresReceiptLookup(pool: Pool): ReceiptLookup & Required<MetricsSource> {
  const unreadTotals = createBatchReader<string, UnreadTotal>({
    name: 'unread-totals',
    async readBatch(memberIds) {
      const values = [toArrayParameter(memberIds)]
      const { rows } = await pool.query<UnreadTotalRow>({ ...READ_UNREAD_TOTALS, values })
      return rows.map(({ messages, moves }) => ({ messages, changeSeq: Number(moves) }))
    },
  })
  return {
    async findMessage(messageId, memberId) {
      const { rows } = await pool.query<
        Pick<MessagesTable, 'conversation_id' | 'seq'> & Pick<ConversationMembersTable, 'other_id'>
      >({
        name: 'find-message-to-read',
        text: `select msg.conversation_id, own.other_id, msg.seq from messages msg
               join conversation_members own on own.conversation_id = msg.conversation_id and own.member_id = $2
               where msg.id = $1`,
        values: [messageId, memberId],
      })
      const [row] = rows
      if (!row) throw new DomainError('message_not_found')
      return { conversationId: row.conversation_id, otherId: row.other_id, seq: row.seq }
    },
    readUnreadTotal: unreadTotals.read,
    registerMetrics: unreadTotals.registerMetrics,
  }
}
