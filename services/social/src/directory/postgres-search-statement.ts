import { visibleMemberSql } from '@meadow/members'
import { isFoundSql, MEMBER_SUMMARY_COLUMNS } from '../member-summaries/postgres-member-summary.ts'

type SearchStatementOptions = {
  rank: number
  isUsername: boolean
  /** The text is too short for the trigram index. */
  isShort: boolean
  /** Continue after the member `$3`. */
  isAfter: boolean
  limit: number
}

const USERNAME_SQL = 'm.username collate "C"'
const FOLDED_NAME_SQL = 'm.folded_name collate "C"'
/** A sub-select folds the text once per query and gives one generic plan for all texts. */
const FOLDED_QUERY_SQL = '(select folded($2))'
const LIKE_PATTERN_SQL = `(select '%' || pattern_of($2) || '%')`
const startsWithSql = (name: string) =>
  `(${name} >= ${FOLDED_QUERY_SQL} and ${name} < (select folded($2) || chr(1114111)))`
const containsSql = (name: string) => `strpos(${name}, ${FOLDED_QUERY_SQL}) > 0`

/**
 * Creates the statement that reads the members of one rank, without those of earlier ranks. `$1` is the viewer, `$2` the
 * text. Returns undefined if the search has no members of this rank. An exact username sorts first within its rank.
 */
export function createSearchStatement({ rank, isUsername, isShort, isAfter, limit }: SearchStatementOptions) {
  const name = `search-${[rank, isUsername, isShort, isAfter, limit].join('-')}`
  const afterCursorSql = (by: string) =>
    isAfter ? `and (${by}, m.id) > ((select ${by} from members m where m.id = $3), $3::uuid)` : ''
  const scan = (by: string, condition: string) => ({
    name,
    text: toIndexScanSql(by, `${condition} ${afterCursorSql(by)}`, limit),
  })
  if (rank === 0) return scan(USERNAME_SQL, startsWithSql(USERNAME_SQL))
  if (rank === 1)
    return isUsername
      ? undefined
      : scan(FOLDED_NAME_SQL, `${startsWithSql(FOLDED_NAME_SQL)} and not ${startsWithSql(USERNAME_SQL)}`)
  const conditionSql = isUsername
    ? `${containsSql('m.username')} and not ${startsWithSql(USERNAME_SQL)}`
    : `not ${startsWithSql(USERNAME_SQL)} and not ${startsWithSql(FOLDED_NAME_SQL)}`
  if (isShort) return scan(USERNAME_SQL, `${containsSql('m.found_by')} and ${conditionSql}`)
  return { name, text: toTrigramSearchSql(`${conditionSql} ${afterCursorSql(USERNAME_SQL)}`, limit) }
}

/** Scans an index in result order and stops when the page is full. */
const toIndexScanSql = (by: string, condition: string, limit: number) => `
  select ${MEMBER_SUMMARY_COLUMNS} from members m join profiles p on p.member_id = m.id
  where ${condition} and m.id <> $1 and ${visibleMemberSql('$1', 'm.id')} and ${isFoundSql('p')}
  order by ${by}, m.id limit ${limit}`

/** Sorts all matches of the trigram index and checks the visibility only for the members of the page. */
const toTrigramSearchSql = (condition: string, limit: number) => `
  with hits as materialized (
    select m.id, ${USERNAME_SQL} as by from members m
    where m.found_by like ${LIKE_PATTERN_SQL} and m.id <> $1 and ${condition} order by ${USERNAME_SQL}, m.id
  ), page as (
    select hits.id from hits join profiles p on p.member_id = hits.id
    where (select ${visibleMemberSql('$1', 'hits.id')} and ${isFoundSql('p')}) order by hits.by, hits.id limit ${limit}
  )
  select ${MEMBER_SUMMARY_COLUMNS} from page join members m on m.id = page.id join profiles p on p.member_id = m.id
  order by ${USERNAME_SQL}, m.id`
