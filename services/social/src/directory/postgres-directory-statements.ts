import { visibleMemberSql } from '@meadow/members'
import { isFoundSql, MEMBER_SUMMARY_COLUMNS } from '../member-summaries/postgres-member-summary.ts'

type DirectoryStatementOptions = {
  /** Continue after the row (`$3`, `$4`): mutual friends and id, or time and id. */
  isAfter: boolean
  limit: number
}

/** Number of follows that are read of the viewer, and of each member whom the viewer follows: the newest ones. */
const MAX_FOLLOWS = 50

/** Reads the newest follows of a member as of `$2`, by the index of follows. */
const newestFollowsSql = (member: string, condition = '') => `
  select f.to_id from follows f where f.from_id = ${member} and f.active and f.at <= $2 ${condition}
  order by f.at desc, f.to_id desc limit ${MAX_FOLLOWS}`

/** Members with mutual friends (`count`) whom the viewer `$1` did not follow as of `$2`. At most 2,500. */
const MUTUAL_SQL = `own as materialized (${newestFollowsSql('$1', `and ${visibleMemberSql('$1', 'f.to_id')}`)}
  ), reach as (
    select next.to_id as id, count(*)::int as count
    from own cross join lateral (${newestFollowsSql('own.to_id')}) next group by next.to_id
  ), mutual as materialized (
    select reach.id, reach.count from reach where reach.id <> $1 and not exists (
      select 1 from follows f where f.from_id = $1 and f.to_id = reach.id and f.active and f.at <= $2)
  )`

/** Members with mutual friends, most first. */
export const toMutualMembersSql = ({ limit, isAfter }: DirectoryStatementOptions): string => `
  with ${MUTUAL_SQL}
  select ${MEMBER_SUMMARY_COLUMNS}, p.created_at, mutual.count as mutual_friend_count
  from mutual join members m on m.id = mutual.id join profiles p on p.member_id = m.id
  where ${visibleMemberSql('$1', 'm.id')} and ${isFoundSql('p')} ${isAfter ? 'and (mutual.count, m.id) < ($3::int, $4::uuid)' : ''}
  order by mutual.count desc, m.id desc limit ${limit}`

/** All other members, newest first, by the index of profiles. */
export const toNewestMembersSql = ({ limit, isAfter }: DirectoryStatementOptions): string => `
  with ${MUTUAL_SQL}
  select ${MEMBER_SUMMARY_COLUMNS}, p.created_at, 0 as mutual_friend_count
  from profiles p join members m on m.id = p.member_id
  where p.member_id <> $1 and p.member_id not in (select id from mutual) and ${visibleMemberSql('$1', 'p.member_id')}
    and ${isFoundSql('p')}
    ${isAfter ? 'and (p.created_at, p.member_id) < ($3::timestamptz, $4::uuid)' : ''}
  order by p.created_at desc, p.member_id desc limit ${limit}`
