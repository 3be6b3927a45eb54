import type { Queryable } from '@meadow/storage'
import type { RelationshipLookup } from '../realtime/ports.ts'

const FOLLOWERS_AMONG = `
  select from_id as id from follows
  where to_id = $1 and from_id = any($2::uuid[]) and active
    and not exists (select 1 from blocks b where b.from_id = $1 and b.to_id = follows.from_id and b.active)
    and not exists (select 1 from blocks b where b.from_id = follows.from_id and b.to_id = $1 and b.active)`

const BLOCKS_BETWEEN = `
  select from_id as member, to_id as other from blocks
  where from_id = any($1::uuid[]) and to_id = any($2::uuid[]) and active
  union
  select to_id, from_id from blocks
  where from_id = any($2::uuid[]) and to_id = any($1::uuid[]) and active`

/** Reads relationships from the read model of members. */
export const createPostgresRelationshipLookup = (db: Queryable): RelationshipLookup => ({
  async findFollowersAmong(followedId, memberIds) {
    if (memberIds.length === 0) return []
    const { rows } = await db.query<{ id: string }>({
      name: 'followers-among',
      text: FOLLOWERS_AMONG,
      values: [followedId, memberIds],
    })
    return rows.map(({ id }) => id)
  },

  async findBlocksBetween(memberIds, otherIds) {
    if (memberIds.length === 0) return new Map()
    const { rows } = await db.query<{ member: string; other: string }>({
      name: 'blocks-between',
      text: BLOCKS_BETWEEN,
      values: [memberIds, otherIds],
    })
    const blocks = Map.groupBy(rows, ({ member }) => member)
    return new Map([...blocks].map(([member, all]) => [member, new Set(all.map(({ other }) => other))]))
  },
})
