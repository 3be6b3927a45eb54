import type { Pool } from 'pg'
import type { ReadingPositionsTable } from '../schema.ts'
import type { ReadingPositionRepository } from './reading-position-repository.ts'

type ReadingPositionRow = Pick<ReadingPositionsTable, 'seen_until'>

export const createPostgresReadingPositionRepository = (pool: Pool): ReadingPositionRepository => ({
  async find(memberId) {
    const { rows } = await pool.query<ReadingPositionRow>({
      name: 'reading-position',
      text: 'select seen_until from reading_positions where member_id = $1',
      values: [memberId],
    })
    return rows[0]?.seen_until
  },

  async advance(memberId, seenUntil) {
    const { rows } = await pool.query<ReadingPositionRow>({
      name: 'advance-reading-position',
      text: `insert into reading_positions (member_id, seen_until) values ($1, $2)
             on conflict (member_id) do update set seen_until = greatest(reading_positions.seen_until, excluded.seen_until)
             returning seen_until`,
      values: [memberId, seenUntil],
    })
    return rows[0]?.seen_until ?? seenUntil
  },
})
