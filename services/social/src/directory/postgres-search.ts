import { visible } from '@meadow/members'
import { PERSON } from '../people/postgres-person.ts'

type Asked = {
  rank: number
  isUsername: boolean
  /** Too short for the index on parts. */
  isShort: boolean
  /** Goes on after the member `$3`. */
  isAfter: boolean
  most: number
}

const USERNAME = 'm.username collate "C"'
const NAME = 'm.folded_name collate "C"'
/** By sub-selects, so that it is folded once, and a plan for one search is as good as one for another: it is made once. */
const FOLDED = '(select folded($2))'
const PART = `(select '%' || pattern_of($2) || '%')`
const begins = (name: string) => `(${name} >= ${FOLDED} and ${name} < (select folded($2) || chr(1114111)))`
const contains = (name: string) => `strpos(${name}, ${FOLDED}) > 0`

/**
 * Reads members of one rank, who belong to none before it, as `$1` may see them; `$2` is searched for. Undefined: nobody
 * can be of this rank. Whose username it is comes first among those whose username begins so.
 */
export function searchStatement({ rank, isUsername, isShort, isAfter, most }: Asked) {
  const name = `search-${[rank, isUsername, isShort, isAfter, most].join('-')}`
  const further = (by: string) =>
    isAfter ? `and (${by}, m.id) > ((select ${by} from members m where m.id = $3), $3::uuid)` : ''
  const walk = (by: string, is: string) => ({ name, text: walkOf(by, `${is} ${further(by)}`, most) })
  if (rank === 0) return walk(USERNAME, begins(USERNAME))
  if (rank === 1) return isUsername ? undefined : walk(NAME, `${begins(NAME)} and not ${begins(USERNAME)}`)
  const others = isUsername
    ? `${contains('m.username')} and not ${begins(USERNAME)}`
    : `not ${begins(USERNAME)} and not ${begins(NAME)}`
  if (isShort) return walk(USERNAME, `${contains('m.found_by')} and ${others}`)
  return { name, text: partsOf(`${others} ${further(USERNAME)}`, most) }
}

/** By an index that has the order: it ends when the page is full. */
const walkOf = (by: string, is: string, most: number) => `
  select ${PERSON} from members m join profiles p on p.member_id = m.id
  where ${is} and m.id <> $1 and ${visible('$1', 'm.id')}
  order by ${by}, m.id limit ${most}`

/** All that the index on parts finds, in order; the policy only for those that are shown. */
const partsOf = (is: string, most: number) => `
  with hits as materialized (
    select m.id, ${USERNAME} as by from members m
    where m.found_by like ${PART} and m.id <> $1 and ${is} order by ${USERNAME}, m.id
  ), page as (
    select hits.id from hits where (select ${visible('$1', 'hits.id')}) order by hits.by, hits.id limit ${most}
  )
  select ${PERSON} from page join members m on m.id = page.id join profiles p on p.member_id = m.id
  order by ${USERNAME}, m.id`
