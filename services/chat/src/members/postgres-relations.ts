import type { Queryable } from '@meadow/storage'
import type { Relations } from './relations.ts'

const FOLLOWERS = `
  select from_id as id from follows
  where to_id = $1 and from_id = any($2::uuid[]) and active
    and not exists (select 1 from blocks b where b.from_id = $1 and b.to_id = follows.from_id and b.active)
    and not exists (select 1 from blocks b where b.from_id = follows.from_id and b.to_id = $1 and b.active)`

const BLOCKED = `
  select from_id as member, to_id as other from blocks
  where from_id = any($1::uuid[]) and to_id = any($2::uuid[]) and active
  union
  select to_id, from_id from blocks
  where from_id = any($2::uuid[]) and to_id = any($1::uuid[]) and active`

/** Relations out of the read model of members. */
export const postgresRelations = (db: Queryable): Relations => ({
  async followers(of, members) {
    if (members.length === 0) return []
    const { rows } = await db.query<{ id: string }>({
      name: 'followers-among',
      text: FOLLOWERS,
      values: [of, members],
    })
    return rows.map(({ id }) => id)
  },

  async blocked(members, others) {
    if (members.length === 0) return new Map()
    const { rows } = await db.query<{ member: string; other: string }>({
      name: 'blocked-among',
      text: BLOCKED,
      values: [members, others],
    })
    const blocked = Map.groupBy(rows, ({ member }) => member)
    return new Map([...blocked].map(([member, all]) => [member, new Set(all.map(({ other }) => other))]))
  },
})
