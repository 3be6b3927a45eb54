import { visibleMemberSql } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import {
  MEMBER_SUMMARY_COLUMNS,
  type MemberSummaryRow,
  toMemberSummary,
} from '../member-summaries/postgres-member-summary.ts'
import type { ProfilesTable } from '../schema.ts'
import type { MemberDirectory, SearchCursor } from './member-directory.ts'
import { createSearchStatement } from './postgres-search-statement.ts'

/** The trigram index finds texts of at least three characters. */
const TRIGRAM_LENGTH = 3

/** Creates the directory on PostgreSQL, beside the read model of members. */
export const createPostgresMemberDirectory = (db: Queryable): MemberDirectory => ({
  /** Searches rank by rank until the page is full, because later ranks cost more. */
  async search({ text, isUsername }, viewer, { limit, after, skip }) {
    const maxRows = skip + limit + 1
    const isShort = [...text].length < TRIGRAM_LENGTH
    const found: (ReturnType<typeof toMemberSummary> & SearchCursor)[] = []
    for (let rank = after?.rank ?? 0; rank < 3 && found.length < maxRows; rank++) {
      const from = after?.rank === rank ? after : undefined
      const statement = createSearchStatement({
        rank,
        isUsername,
        isShort,
        isAfter: from !== undefined,
        limit: maxRows,
      })
      if (!statement) continue
      const values = [viewer._id, text, ...(from ? [from._id] : [])]
      const { rows } = await db.query<MemberSummaryRow>({
        ...(skip === 0 && { name: statement.name }),
        ...statement,
        values,
      })
      found.push(...rows.map((row) => ({ ...toMemberSummary(row), _id: row.id, rank })))
    }
    return found.slice(skip, maxRows)
  },

  async listNewest(viewer, window) {
    const { after, skip, limit } = window
    const values = [viewer._id, ...(after ? [after.createdAt, after._id] : [])]
    const prepared = skip === 0 ? { name: `newest-members-${after ? 'after' : 'first'}-${limit}` } : {}
    const { rows } = await db.query<MemberSummaryRow & Pick<ProfilesTable, 'created_at'>>({
      ...prepared,
      text: toNewestMembersSql(window),
      values,
    })
    return rows.map((row) => ({ ...toMemberSummary(row), _id: row.id, createdAt: row.created_at }))
  },
})

const toNewestMembersSql = ({ limit, after, skip }: KeysetWindow): string => `
  select ${MEMBER_SUMMARY_COLUMNS}, p.created_at from profiles p join members m on m.id = p.member_id
  where p.member_id <> $1 and ${visibleMemberSql('$1', 'p.member_id')}
    ${after ? 'and (p.created_at, p.member_id) < ($2, $3)' : ''}
  order by p.created_at desc, p.member_id desc limit ${limit + 1} offset ${skip}`
