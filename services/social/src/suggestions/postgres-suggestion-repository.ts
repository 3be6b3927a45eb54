import { createPostgresMemberReadModel, type FollowsTable, isMutedSql, visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { ProfilesTable } from '../schema.ts'
import type { SuggestionRepository } from './follow-suggestion.ts'

type SuggestionRow = Pick<ProfilesTable, 'follower_count'> & {
  id: ProfilesTable['member_id']
  follows_viewer: boolean
  common: number
  via: FollowsTable['to_id'] | null
  shared: ProfilesTable['interests']
}

/**
 * Excludes the viewer, members that the viewer follows, has asked to follow, mutes or has dismissed, hidden members, and those not
 * suggested.
 */
const isEligibleSql = (id: string) => `
  ${id} <> $1 and ${visibleMemberSql('$1', id)} and not ${isMutedSql('$1', id)}
  and exists (select 1 from profiles eligible where eligible.member_id = ${id} and eligible.is_suggested)
  and not exists (select 1 from follow_requests asked where asked.from_id = $1 and asked.to_id = ${id})
  and not exists (select 1 from follows already where already.from_id = $1 and already.to_id = ${id} and already.active)
  and not exists (select 1 from dismissed_suggestions d where d.member_id = $1 and d.dismissed_id = ${id})`

/** Dismissals are one member's own data: without a limit, one member could fill the table. */
const MAX_DISMISSED = 1_000

/** Stores a dismissal, and deletes the oldest ones beyond the limit. */
const DISMISS_SUGGESTION = `
  with stored as (
    insert into dismissed_suggestions (member_id, dismissed_id, dismissed_at) values ($1, $2, $3) on conflict do nothing
  )
  delete from dismissed_suggestions where member_id = $1 and dismissed_id in (
    select dismissed_id from dismissed_suggestions where member_id = $1
    order by dismissed_at desc, dismissed_id offset ${MAX_DISMISSED - 1})`

/** Interests that not everyone sees are shared with nobody. */
const hasPublicInterestsSql = (profile: string) =>
  `coalesce(${profile}.field_audiences ->> 'interests', 'everyone') = 'everyone'`

/**
 * Reads a few candidates of each kind by an index and compares only these. It considers the newest 50 follows of the viewer,
 * the newest 50 follows of each of them, and the 50 most popular members who share an interest, which is enough for five
 * suggestions.
 */
const FIND_SUGGESTIONS = `
  with own as materialized (
    select f.to_id as id, f.at from follows f where f.from_id = $1 and f.active and ${visibleMemberSql('$1', 'f.to_id')}
    order by f.at desc, f.to_id desc limit 50
  ), reach as (
    select next.to_id as id, count(*)::int as common, (array_agg(own.id order by own.at desc, own.id desc))[1] as via
    from own cross join lateral (
      select f.to_id from follows f where f.from_id = own.id and f.active order by f.at desc, f.to_id desc limit 50
    ) next group by next.to_id
  ), me as materialized (
    select interests from profiles where member_id = $1
  ), candidates as (
    (select r.id from reach r where ${isEligibleSql('r.id')} order by r.common desc, r.id desc limit $2)
    union
    (select f.from_id from follows f where f.to_id = $1 and f.active and ${isEligibleSql('f.from_id')}
     order by f.from_id desc limit $2)
    union
    (select p.member_id from profiles p
     where p.interests && (select interests from me) and ${hasPublicInterestsSql('p')} and ${isEligibleSql('p.member_id')}
     order by p.follower_count desc, p.created_at desc, p.member_id desc limit greatest($2, 50))
    union
    (select p.member_id from profiles p where ${isEligibleSql('p.member_id')}
     order by p.follower_count desc, p.created_at desc, p.member_id desc limit $2)
  )
  select c.id, coalesce(reach.common, 0) as common, reach.via, p.follower_count,
    exists (select 1 from follows f where f.from_id = c.id and f.to_id = $1 and f.active) as follows_viewer,
    matching.interests as shared
  from candidates c join profiles p on p.member_id = c.id left join reach on reach.id = c.id
  cross join lateral (
    select array(
      select chosen.interest from me, unnest(me.interests) with ordinality as chosen (interest, position)
      where chosen.interest = any (p.interests) and ${hasPublicInterestsSql('p')} order by chosen.position
    ) as interests
  ) matching
  order by coalesce(reach.common, 0) + cardinality(matching.interests) desc,
    follows_viewer desc, p.follower_count desc, p.created_at desc, c.id desc limit $2`

/** Creates the suggestion repository on PostgreSQL. It needs two queries for any number of suggestions. */
export const createPostgresSuggestionRepository = (db: Queryable): SuggestionRepository => ({
  async find(viewer, limit) {
    const { rows } = await db.query<SuggestionRow>(FIND_SUGGESTIONS, [viewer._id, limit])
    const ids = rows.flatMap(({ id, via }) => (via ? [id, via] : [id]))
    const members = await createPostgresMemberReadModel(db).find(ids)
    return rows.flatMap((row) => {
      const { id, via, common, follower_count: followerCount, follows_viewer: followsViewer } = row
      const member = members.get(id)
      const name = via && members.get(via)?.fullName
      const followedBy = name ? { name, count: common } : undefined
      return member ? [{ member, followerCount, followsViewer, followedBy, sharedInterests: row.shared }] : []
    })
  },
  async dismiss(viewerId, dismissedId, at) {
    await db.query(DISMISS_SUGGESTION, [viewerId, dismissedId, at])
  },
  async restore(viewerId, dismissedId) {
    const text = 'delete from dismissed_suggestions where member_id = $1 and dismissed_id = $2'
    await db.query(text, [viewerId, dismissedId])
  },
})
