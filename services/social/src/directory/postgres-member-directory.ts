import { foldText, type Queryable } from '@meadow/storage'
import { type MemberSummaryRow, toMemberSummary } from '../member-summaries/postgres-member-summary.ts'
import type { ProfilesTable } from '../schema.ts'
import type { MemberDirectory, SearchCursor } from './member-directory.ts'
import { toMutualMembersSql, toNewestMembersSql } from './postgres-directory-statements.ts'
import { createSearchStatement } from './postgres-search-statement.ts'

/** The trigram index finds texts of at least three characters. */
const TRIGRAM_LENGTH = 3

type DirectoryRow = MemberSummaryRow & Pick<ProfilesTable, 'created_at'> & { mutual_friend_count: number }

/** Creates the directory on PostgreSQL, beside the read model of members. */
export const createPostgresMemberDirectory = (db: Queryable): MemberDirectory => ({
  /** Searches rank by rank until the page is full, because later ranks cost more. */
  async search({ text, isUsername }, viewer, { limit, after, skip }) {
    const maxRows = skip + limit + 1
    const isShort = [...foldText(text)].length < TRIGRAM_LENGTH
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

  /** Reads the members with mutual friends until they end, then the others. */
  async list(viewer, { limit, after, skip }, now) {
    const maxRows = skip + limit + 1
    const asOf = after?.asOf ?? now
    const read = async (toSql: typeof toNewestMembersSql, cursor: unknown[], rowCount: number) => {
      const text = toSql({ isAfter: cursor.length > 0, limit: rowCount })
      const { rows } = await db.query<DirectoryRow>(text, [viewer._id, asOf, ...cursor])
      return rows.map((row) => ({ ...toDirectoryEntry(row), asOf }))
    }
    const isAfterMutual = after?.mutualFriendCount === 0
    const mutual = isAfterMutual
      ? []
      : await read(toMutualMembersSql, after ? [after.mutualFriendCount, after._id] : [], maxRows)
    const missing = maxRows - mutual.length
    const others =
      missing > 0 ? await read(toNewestMembersSql, isAfterMutual ? [after.createdAt, after._id] : [], missing) : []
    return [...mutual, ...others].slice(skip)
  },
})

const toDirectoryEntry = (row: DirectoryRow) => ({
  ...toMemberSummary(row),
  mutualFriendCount: row.mutual_friend_count,
  createdAt: row.created_at,
  _id: row.id,
})
