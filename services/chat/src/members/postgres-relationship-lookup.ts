import { isMutedSql, muteInEffectSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { RelationshipLookup } from '../realtime/ports.ts'

/** Reads at most one follower more than the limit of each member. Parameters: the followed, possible followers, the limit. */
const FOLLOWERS_AMONG = `
  select followed.id as followed, follower.id as follower
  from unnest($1::uuid[]) as followed (id)
  cross join lateral (
    select from_id as id, count(*) over () as total
    from (select from_id from follows where to_id = followed.id and active limit $3::integer + 1) first
  ) follower
  join unnest($2::uuid[]) as connected (id) on connected.id = follower.id
  where follower.total <= $3
    and not exists (select 1 from blocks b where b.from_id = followed.id and b.to_id = follower.id and b.active)
    and not exists (select 1 from blocks b where b.from_id = follower.id and b.to_id = followed.id and b.active)
    and not ${isMutedSql('follower.id', 'followed.id')}`

const HIDDEN_AMONG = `
  select from_id as member, to_id as other from blocks
  where from_id = any($1::uuid[]) and to_id = any($2::uuid[]) and active
  union
  select to_id, from_id from blocks
  where from_id = any($2::uuid[]) and to_id = any($1::uuid[]) and active
  union
  select member.id, other.id
  from members other cross join unnest($1::uuid[]) as member (id)
  where other.id = any($2::uuid[]) and other.is_private and other.id <> member.id and member.id is distinct from $3::uuid
    and not coalesce((select active from follows where from_id = member.id and to_id = other.id), false)`

const MUTES_OF = `
  select mute.from_id as member, mute.to_id as other from mutes mute
  where mute.from_id = any($1::uuid[]) and mute.to_id = any($2::uuid[]) and ${muteInEffectSql('mute')}`

/** Reads relationships from the read model of members. */
export const createPostgresRelationshipLookup = (db: Queryable): RelationshipLookup => ({
  async findFollowersAmong(followedIds, memberIds, maxFollowers) {
    if (memberIds.length === 0) return new Map()
    const { rows } = await db.query<{ followed: string; follower: string }>({
      name: 'followers-among',
      text: FOLLOWERS_AMONG,
      values: [followedIds, memberIds, maxFollowers],
    })
    const followers = Map.groupBy(rows, ({ followed }) => followed)
    return new Map([...followers].map(([followed, all]) => [followed, all.map(({ follower }) => follower)]))
  },

  async findHiddenAmong(memberIds, otherIds, hostId) {
    if (memberIds.length === 0) return new Map()
    const { rows } = await db.query<MemberPair>({
      name: 'hidden-among',
      text: HIDDEN_AMONG,
      values: [memberIds, otherIds, hostId ?? null],
    })
    return groupByMember(rows)
  },

  async findMutesOf(memberIds, otherIds) {
    if (memberIds.length === 0 || otherIds.length === 0) return new Map()
    const { rows } = await db.query<MemberPair>({ name: 'mutes-of', text: MUTES_OF, values: [memberIds, otherIds] })
    return groupByMember(rows)
  },
})

type MemberPair = { member: string; other: string }

function groupByMember(pairs: readonly MemberPair[]): Map<string, Set<string>> {
  const byMember = Map.groupBy(pairs, ({ member }) => member)
  return new Map([...byMember].map(([member, all]) => [member, new Set(all.map(({ other }) => other))]))
}
