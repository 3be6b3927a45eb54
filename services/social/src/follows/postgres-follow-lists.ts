import { visible } from '@meadow/members'
import type { Window } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { PERSON, type PersonRow, toPerson } from '../people/postgres-person.ts'
import type { FollowLists } from './follow-lists.ts'

const ENDS = { followers: { of: 'f.to_id', who: 'f.from_id' }, following: { of: 'f.from_id', who: 'f.to_id' } } as const

type Ends = (typeof ENDS)[keyof typeof ENDS]

/** A walk of an index that ends when the page is full. */
const page = ({ of, who }: Ends, { limit, after, skip }: Window): string => `
  select ${PERSON}, f.at
  from follows f join members m on m.id = ${who} join profiles p on p.member_id = ${who}
  where ${of} = $2 and f.active and ${visible('$1', who)} ${after ? `and (f.at, ${who}) < ($3, $4)` : ''}
  order by f.at desc, ${who} desc limit ${limit + 1} offset ${skip}`

/** The graph as lists, out of the tables of the members read model. */
export const postgresFollowLists = (db: Queryable): FollowLists => ({
  async list(side, of, viewer, window) {
    const { after } = window
    const values = [viewer._id, of, ...(after ? [after.createdAt, after._id] : [])]
    const { rows } = await db.query<PersonRow & { at: Date }>(page(ENDS[side], window), values)
    return rows.map((row) => ({ ...toPerson(row), _id: row.id, createdAt: row.at }))
  },
})
