import { type BatchReader, createBatchReader, toArrayParameter } from '@meadow/storage'
import type { Pool } from 'pg'
import type { UnreadTotal } from '../conversations/conversation.ts'
import type { UnreadTotalsTable } from '../schema.ts'

/** Reads the unread totals of members by their ids. */
export type UnreadTotalReader = BatchReader<string, UnreadTotal>

export type UnreadTotalRow = Pick<UnreadTotalsTable, 'messages' | 'moves'>

/**
 * Looks up each member by the primary key; `limit 1` prevents a join that reads the whole table. The sub-select hides the
 * length of the array from the planner: otherwise PostgreSQL would plan the statement again for each small batch.
 */
export const READ_UNREAD_TOTALS = {
  name: 'read-unread-totals',
  text: `
  select coalesce(total.messages, 0) as messages, coalesce(total.moves, 0) as moves
  from unnest((select $1::uuid[])) with ordinality as member (id, position)
  left join lateral (select messages, moves from unread_totals where member_id = member.id limit 1) total on true
  order by member.position`,
}

/** Creates the reader of unread totals on PostgreSQL. Members without a row have no unread messages. */
export const createPostgresUnreadTotalReader = (pool: Pool): UnreadTotalReader =>
  createBatchReader({
    name: 'unread-totals',
    async readBatch(memberIds) {
      const values = [toArrayParameter(memberIds)]
      const { rows } = await pool.query<UnreadTotalRow>({ ...READ_UNREAD_TOTALS, values })
      return rows.map(toUnreadTotal)
    },
  })

export const toUnreadTotal = ({ messages, moves }: UnreadTotalRow): UnreadTotal => ({
  messages,
  changeSeq: Number(moves),
})
