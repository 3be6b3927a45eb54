import { appendToPostgresOutbox } from '@meadow/events'
import { canView, createPostgresMemberReadModel, type FollowsTable } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { ProfilesTable } from '../schema.ts'
import type { FollowChange, FollowPair } from './follow.ts'
import type { FollowRepository } from './follow-repository.ts'

type FollowCountsRow = Pick<ProfilesTable, 'member_id' | 'follower_count' | 'following_count'>
type EdgeRow = Pick<FollowsTable, 'version' | 'active'> & { blocked: boolean }

/** Locks both rows in the order of their ids, so that two members who follow each other cannot deadlock. */
const LOCK_PROFILES = `
  select member_id, follower_count, following_count from profiles
  where member_id in ($1, $2) order by member_id for update`

const READ_EDGE = `
  select coalesce(f.version, 0) as version, coalesce(f.active, false) as active,
    exists (select 1 from blocks b where b.active and (b.from_id, b.to_id) in (($1, $2), ($2, $1))) as blocked
  from (values ($1::uuid, $2::uuid)) as pair (from_id, to_id) left join follows f using (from_id, to_id)`

/** Creates the follow repository on the tables of the members read model, with counts in `profiles`. */
export const createPostgresFollowRepository = (pool: PostgresPool): FollowRepository => ({
  change: (from, to, decide) =>
    withPostgresTransaction(pool, async (tx) => {
      const outcome = decide(await lockPair(tx, from, to))
      if (outcome.change) await storeFollow(tx, outcome.change)
      return outcome
    }),
})

async function lockPair(tx: Queryable, fromId: string, toId: string): Promise<FollowPair> {
  const locked = await tx.query<FollowCountsRow>(LOCK_PROFILES, [fromId, toId])
  const counts = new Map(locked.rows.map((row) => [row.member_id, row]))
  const members = await createPostgresMemberReadModel(tx).find([fromId, toId])
  const [edge] = (await tx.query<EdgeRow>(READ_EDGE, [fromId, toId])).rows
  const [from, to, fromCounts, toCounts] = [
    members.get(fromId),
    members.get(toId),
    counts.get(fromId),
    counts.get(toId),
  ]
  if (!from || !fromCounts || from.state !== 'active') throw new DomainError('forbidden')
  if (!to || !toCounts || !edge || !canView(from, to, edge)) throw new DomainError('member_not_found')
  return {
    from: { ...from, followingCount: fromCounts.following_count },
    to: { ...to, followerCount: toCounts.follower_count },
    edge,
  }
}

async function storeFollow(tx: Queryable, { edge, followerCount, followingCount, event }: FollowChange): Promise<void> {
  await createPostgresMemberReadModel(tx).setFollow(edge)
  await tx.query('update profiles set following_count = $2 where member_id = $1', [edge.from, followingCount])
  await tx.query('update profiles set follower_count = $2 where member_id = $1', [edge.to, followerCount])
  await appendToPostgresOutbox(tx, event)
}
