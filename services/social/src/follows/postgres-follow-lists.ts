import { type FollowsTable, visibleMemberSql } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import {
  MEMBER_SUMMARY_COLUMNS,
  type MemberSummaryRow,
  toMemberSummary,
} from '../member-summaries/postgres-member-summary.ts'
import type { FollowLists } from './follow-lists.ts'

const EDGE_COLUMNS = {
  followers: { owner: 'f.to_id', listed: 'f.from_id' },
  following: { owner: 'f.from_id', listed: 'f.to_id' },
} as const

type EdgeColumns = (typeof EDGE_COLUMNS)[keyof typeof EDGE_COLUMNS]

/** Builds an index scan that stops when the page is full. */
const toFollowPageSql = ({ owner, listed }: EdgeColumns, { limit, after, skip }: KeysetWindow): string => `
  select ${MEMBER_SUMMARY_COLUMNS}, f.at
  from follows f join members m on m.id = ${listed} join profiles p on p.member_id = ${listed}
  where ${owner} = $2 and f.active and ${visibleMemberSql('$1', listed)} ${after ? `and (f.at, ${listed}) < ($3, $4)` : ''}
  order by f.at desc, ${listed} desc limit ${limit + 1} offset ${skip}`

/** Creates the follow lists on the tables of the members read model. */
export const createPostgresFollowLists = (db: Queryable): FollowLists => ({
  async list(side, memberId, viewer, window) {
    const { after } = window
    const values = [viewer._id, memberId, ...(after ? [after.createdAt, after._id] : [])]
    const { rows } = await db.query<MemberSummaryRow & Pick<FollowsTable, 'at'>>(
      toFollowPageSql(EDGE_COLUMNS[side], window),
      values,
    )
    return rows.map((row) => ({ ...toMemberSummary(row), _id: row.id, createdAt: row.at }))
  },
})
