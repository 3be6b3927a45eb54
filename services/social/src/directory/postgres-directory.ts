import { visible } from '@meadow/members'
import type { Key, PageWindow, Window } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { PERSON, type PersonRow, toPerson } from '../people/postgres-person.ts'
import { type Directory, type Place, RANKS } from './directory.ts'

/** The directory in PostgreSQL, beside the read model of members. */
export const postgresDirectory = (db: Queryable): Directory => ({
  async search({ text, isUsername }, viewer, window) {
    const { after } = window
    const values = [viewer._id, text, ...(after ? [after._id] : [])]
    const { rows } = await db.query<PersonRow & { rank: number }>(found(isUsername, window), values)
    return rows.map((row) => ({ ...toPerson(row), rank: row.rank, _id: row.id }))
  },

  async newest(viewer, window) {
    const { after } = window
    const values = [viewer._id, ...(after ? [after.createdAt, after._id] : [])]
    const { rows } = await db.query<PersonRow & { created_at: Date }>(newest(window), values)
    return rows.map((row): ReturnType<typeof toPerson> & Key => ({
      ...toPerson(row),
      _id: row.id,
      createdAt: row.created_at,
    }))
  },
})

const newest = ({ limit, after, skip }: Window): string => `
  select ${PERSON}, p.created_at from profiles p join members m on m.id = p.member_id
  where p.member_id <> $1 and ${visible('$1', 'p.member_id')}
    ${after ? 'and (p.created_at, p.member_id) < ($2, $3)' : ''}
  order by p.created_at desc, p.member_id desc limit ${limit + 1} offset ${skip}`

const USERNAME = `m.username collate "C"`
const NAME = `m.folded_name collate "C"`
const begins = (name: string) => `${name} like pattern_of($2) || '%'`
const contains = (name: string) => `${name} like '%' || pattern_of($2) || '%'`

type Rank = (typeof RANKS)[number]

/** Who belongs to a rank and to none before it, and by what its members are ordered. */
const ranked = (isUsername: boolean): Record<Rank, { is: string; by: string }> => ({
  exact: { is: `${USERNAME} = folded($2)`, by: USERNAME },
  username: { is: `${begins(USERNAME)} and m.username <> folded($2)`, by: USERNAME },
  name: { is: isUsername ? 'false' : `${begins(NAME)} and not ${begins(USERNAME)}`, by: NAME },
  part: {
    is: isUsername
      ? `${contains('m.found_by')} and ${contains('m.username')} and not ${begins(USERNAME)}`
      : `${contains('m.found_by')} and not ${begins(USERNAME)} and not ${begins(NAME)}`,
    by: USERNAME,
  },
})

/**
 * Each rank walks an index of its own and stops when the page is full. Who merely contains what is searched for costs
 * most, and is only looked for when the others do not fill the page.
 */
function found(isUsername: boolean, { limit, after, skip }: PageWindow<Place>): string {
  const most = skip + limit + 1
  const ranks = ranked(isUsername)
  const walk = (rank: Rank, condition = 'true') => {
    const { is, by } = ranks[rank]
    const at = RANKS.indexOf(rank)
    if (after && at < after.rank) return 'select null::uuid as id, 0 as rank, null::text as by where false'
    const further =
      after?.rank === at ? `and (${by}, m.id) > ((select ${by} from members m where m.id = $3), $3::uuid)` : ''
    return `(select m.id, ${at} as rank, ${by} as by from members m
      where ${is} and m.id <> $1 and ${visible('$1', 'm.id')} ${further} and ${condition}
      order by ${by}, m.id limit ${most})`
  }
  return `
    with better as materialized (
      ${walk('exact')} union all ${walk('username')} union all ${walk('name')}
    ), found as (
      select * from better union all ${walk('part', `(select count(*) from better) < ${most}`)}
    )
    select f.rank, ${PERSON} from found f join members m on m.id = f.id join profiles p on p.member_id = m.id
    order by f.rank, f.by collate "C", f.id limit ${limit + 1} offset ${skip}`
}
