import { appendToPostgresOutbox } from '@meadow/events'
import type { Queryable } from '@meadow/storage'
import type { MemberErasuresTable } from '../schema.ts'
import type { ErasedCounts, MemberErasureStore } from './member-erasure.ts'

type ErasureRow = Omit<MemberErasuresTable, 'counts'> & { counts: ErasedCounts }

/** Creates the erasures of a service on the tables of `memberMigrations`, in the transaction `tx`. */
export const createPostgresMemberErasures = (tx: Queryable): MemberErasureStore => ({
  async begin({ memberId, keepsMessages, counts }) {
    await tx.query(
      'insert into member_erasures (member_id, keeps_messages, counts) values ($1, $2, $3) on conflict do nothing',
      [memberId, keepsMessages, JSON.stringify(counts)],
    )
  },

  async claim() {
    const { rows } = await tx.query<ErasureRow>('select * from member_erasures limit 1 for update skip locked')
    const [row] = rows
    return row && { memberId: row.member_id, keepsMessages: row.keeps_messages, counts: row.counts }
  },

  async saveCounts(memberId, counts) {
    await tx.query('update member_erasures set counts = $2 where member_id = $1', [memberId, JSON.stringify(counts)])
  },

  async finish(memberId, event) {
    await tx.query('delete from member_erasures where member_id = $1', [memberId])
    await appendToPostgresOutbox(tx, event)
  },

  async eraseEdges(memberId, limit) {
    const counts: ErasedCounts = {}
    for (const table of ['follows', 'blocks', 'mutes', 'privacy_exceptions'] as const)
      for (const [column, name] of EDGE_ENDS[table]) {
        const { rowCount } = await tx.query(
          `delete from ${table} where (from_id, to_id) in (
             select from_id, to_id from ${table} where ${column} = $1 limit $2)`,
          [memberId, limit],
        )
        counts[name] = (counts[name] ?? 0) + (rowCount ?? 0)
      }
    return counts
  },
})

/** The columns by which a member is found, and what is counted. */
const EDGE_ENDS = {
  follows: [
    ['from_id', 'follows'],
    ['to_id', 'followers'],
  ],
  blocks: [
    ['from_id', 'blocks'],
    ['to_id', 'blockers'],
  ],
  mutes: [
    ['from_id', 'mutes'],
    ['to_id', 'muters'],
  ],
  privacy_exceptions: [
    ['from_id', 'privacyExceptions'],
    ['to_id', 'privacyExceptionsByOthers'],
  ],
} as const
