import { visible } from '@meadow/members'
import type { Window } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { PERSON, type PersonRow, toPerson } from '../people/postgres-person.ts'
import type { Directory, Place } from './directory.ts'
import { searchStatement } from './postgres-search.ts'

/** Parts of names are found by three characters that follow each other. */
const TRIGRAM = 3

/** The directory in PostgreSQL, beside the read model of members. */
export const postgresDirectory = (db: Queryable): Directory => ({
  /** One rank after the other, until the page is full: the later cost more. */
  async search({ text, isUsername }, viewer, { limit, after, skip }) {
    const most = skip + limit + 1
    const isShort = [...text].length < TRIGRAM
    const found: (ReturnType<typeof toPerson> & Place)[] = []
    for (let rank = after?.rank ?? 0; rank < 3 && found.length < most; rank++) {
      const from = after?.rank === rank ? after : undefined
      const statement = searchStatement({ rank, isUsername, isShort, isAfter: from !== undefined, most })
      if (!statement) continue
      const values = [viewer._id, text, ...(from ? [from._id] : [])]
      const { rows } = await db.query<PersonRow>({ ...(skip === 0 && { name: statement.name }), ...statement, values })
      found.push(...rows.map((row) => ({ ...toPerson(row), _id: row.id, rank })))
    }
    return found.slice(skip, most)
  },

  async newest(viewer, window) {
    const { after, skip, limit } = window
    const values = [viewer._id, ...(after ? [after.createdAt, after._id] : [])]
    const prepared = skip === 0 ? { name: `newest-${after ? 'after' : 'first'}-${limit}` } : {}
    const { rows } = await db.query<PersonRow & { created_at: Date }>({ ...prepared, text: newest(window), values })
    return rows.map((row) => ({ ...toPerson(row), _id: row.id, createdAt: row.created_at }))
  },
})

const newest = ({ limit, after, skip }: Window): string => `
  select ${PERSON}, p.created_at from profiles p join members m on m.id = p.member_id
  where p.member_id <> $1 and ${visible('$1', 'p.member_id')}
    ${after ? 'and (p.created_at, p.member_id) < ($2, $3)' : ''}
  order by p.created_at desc, p.member_id desc limit ${limit + 1} offset ${skip}`
