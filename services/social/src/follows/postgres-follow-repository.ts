import { appendToPostgresOutbox } from '@meadow/events'
import { canView, createPostgresMemberReadModel, type EdgeChange, type FollowsTable } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import type { ProfilesTable } from '../schema.ts'
import type { FollowChange, FollowOutcome, FollowPair } from './follow.ts'
import type { FollowRepository } from './follow-repository.ts'

type FollowCountsRow = Pick<ProfilesTable, 'member_id' | 'follower_count' | 'following_count'>
type EdgeRow = Pick<FollowsTable, 'version' | 'active'> & { blocked: boolean }

const READ_COUNTS = 'select member_id, follower_count, following_count from profiles where member_id in ($1, $2)'

/** Locks both rows in the order of their ids, so that two members who follow each other cannot deadlock. */
const LOCK_COUNTS = `${READ_COUNTS} order by member_id for update`

const READ_EDGE = `
  select coalesce(f.version, 0) as version, coalesce(f.active, false) as active,
    exists (select 1 from blocks b where b.active and (b.from_id, b.to_id) in (($1, $2), ($2, $1))) as blocked
  from (values ($1::uuid, $2::uuid)) as pair (from_id, to_id) left join follows f using (from_id, to_id)`

/** Stores an edge if the stored one has the version before. It locks the stored edge in any case. */
const STORE_EDGE = `
  insert into follows as known (from_id, to_id, version, active, at) values ($1, $2, $3, $4, $5)
  on conflict (from_id, to_id) do update set version = excluded.version, active = excluded.active, at = excluded.at
  where known.version = excluded.version - 1`

const STORE_COUNTS = `
  update profiles set
    following_count = case member_id when $1 then $3 else following_count end,
    follower_count = case member_id when $2 then $4 else follower_count end
  where member_id in ($1, $2)`

/** Creates the follow repository on the tables of the members read model, with counts in `profiles`. */
export const createPostgresFollowRepository = (pool: PostgresPool): FollowRepository => ({
  change: (from, to, decide) =>
    withQueuedPostgresTransaction(pool, [from, to], async (tx) => {
      for (;;) {
        const pair = await readPair(tx, from, to)
        const { change, ...outcome } = decide(pair)
        if (!change) return outcome
        if (await storeEdge(tx, change.edge)) return storeCounts(tx, pair, decide)
        // otherwise another request has changed the edge since it was read
      }
    }),
})

async function readPair(tx: Queryable, fromId: string, toId: string): Promise<FollowPair> {
  const members = await createPostgresMemberReadModel(tx).find([fromId, toId])
  const counts = await queryCounts(tx, 'read-follow-counts', READ_COUNTS, [fromId, toId])
  const [edge] = (await tx.query<EdgeRow>({ name: 'read-follow', text: READ_EDGE, values: [fromId, toId] })).rows
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

async function queryCounts(tx: Queryable, name: string, text: string, values: readonly string[]) {
  const { rows } = await tx.query<FollowCountsRow>({ name, text, values: [...values] })
  return new Map(rows.map((row) => [row.member_id, row]))
}

async function storeEdge(tx: Queryable, { from, to, version, active, at }: EdgeChange): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'store-follow',
    text: STORE_EDGE,
    values: [from, to, version, active, at],
  })
  return rowCount === 1
}

/**
 * Locks the counts, decides again with them, and stores them with the event. All others who follow the same member wait for
 * this lock, so it is the last one of the transaction.
 */
async function storeCounts(
  tx: Queryable,
  { from, to, edge }: FollowPair,
  decide: (pair: FollowPair) => FollowOutcome,
): Promise<FollowOutcome> {
  const counts = await queryCounts(tx, 'lock-follow-counts', LOCK_COUNTS, [from._id, to._id])
  const { following_count: followingCount = from.followingCount } = counts.get(from._id) ?? {}
  const { follower_count: followerCount = to.followerCount } = counts.get(to._id) ?? {}
  const outcome = decide({ from: { ...from, followingCount }, to: { ...to, followerCount }, edge })
  if (outcome.change) await storeChange(tx, outcome.change)
  return outcome
}

async function storeChange(tx: Queryable, { edge, followerCount, followingCount, event }: FollowChange): Promise<void> {
  await tx.query({
    name: 'store-follow-counts',
    text: STORE_COUNTS,
    values: [edge.from, edge.to, followingCount, followerCount],
  })
  await appendToPostgresOutbox(tx, event)
}
