import { appendToPostgresOutbox } from '@meadow/events'
import {
  canView,
  createPostgresMemberReadModel,
  type EdgeChange,
  type FollowsTable,
  type MembersTable,
  visibleMemberSql,
} from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import type { FollowRequestsTable, ProfilesTable } from '../schema.ts'
import type { FollowChange, FollowOutcome, FollowPair } from './follow.ts'
import type { FollowRepository } from './follow-repository.ts'

type FollowCountsRow = Pick<ProfilesTable, 'member_id' | 'follower_count' | 'following_count'>
type EdgeRow = Pick<FollowsTable, 'version' | 'active'> & {
  blocked: boolean
  is_requested: boolean
  request_count: number
  following_count: number
  follower_count: number
}

type RequestRow = Pick<MembersTable, 'id' | 'username' | 'full_name' | 'avatar' | 'is_verified'> &
  Pick<FollowRequestsTable, 'at'> & { is_following: boolean }

/** Locks both rows in the order of their ids, so that two members who follow each other cannot deadlock. */
const LOCK_COUNTS =
  'select member_id, follower_count, following_count from profiles where member_id in ($1, $2) order by member_id for update'

/** The edge with the counts of the same moment: those of an earlier statement may lack the follow of another instance. */
const READ_EDGE = `
  select coalesce(f.version, 0) as version, coalesce(f.active, false) as active,
    exists (select 1 from blocks b where b.active and (b.from_id, b.to_id) in (($1, $2), ($2, $1))) as blocked,
    exists (select 1 from follow_requests where from_id = $1 and to_id = $2) as is_requested,
    case when (select is_private from members where id = $2)
      then (select count(*)::int from follow_requests where from_id = $1) else 0 end as request_count,
    follower.following_count, followed.follower_count
  from (values ($1::uuid, $2::uuid)) as pair (from_id, to_id) left join follows f using (from_id, to_id)
    join profiles follower on follower.member_id = pair.from_id join profiles followed on followed.member_id = pair.to_id`

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
        if (!(await storeEdge(tx, change.edge))) continue // another call has changed the edge since it was read
        if (change.isRequested && !(await lockPrivateMember(tx, to))) continue // the member has become public
        if (change.isRequested || pair.isRequested) await storeRequest(tx, change)
        if (change.counts) return storeCounts(tx, pair, decide)
        await appendToPostgresOutbox(tx, change.event)
        return outcome
      }
    }),

  async listRequests(memberId, { limit, after, skip }) {
    const { rows } = await pool.query<RequestRow>(
      `select m.id, m.username, m.full_name, m.avatar, m.is_verified, r.at,
         exists (select 1 from follows f where f.from_id = $1 and f.to_id = m.id and f.active) as is_following
       from follow_requests r join members m on m.id = r.from_id
       where r.to_id = $1 and ${visibleMemberSql('$1', 'm.id')} ${after ? 'and (r.at, r.from_id) < ($2, $3)' : ''}
       order by r.at desc, r.from_id desc limit ${limit + 1} offset ${skip}`,
      [memberId, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(({ id, username, full_name, avatar, is_verified, is_following, at }) => ({
      member: { _id: id, username, fullName: full_name, avatar, isVerified: is_verified },
      isFollowing: is_following,
      _id: id,
      createdAt: at,
    }))
  },

  async countRequests(memberId) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from follow_requests r where r.to_id = $1 and ${visibleMemberSql('$1', 'r.from_id')}`,
      [memberId],
    )
    return rows[0]?.count ?? 0
  },

  async listRequesterIds(memberId, limit) {
    const { rows } = await pool.query<Pick<FollowRequestsTable, 'from_id'>>(
      'select from_id from follow_requests where to_id = $1 order by at, from_id limit $2',
      [memberId, limit],
    )
    return rows.map(({ from_id }) => from_id)
  },

  async dropRequest(from, to) {
    await pool.query('delete from follow_requests where from_id = $1 and to_id = $2', [from, to])
  },
})

/** Keeps a member private until the transaction ends. Returns false if the member is not private. */
async function lockPrivateMember(tx: Queryable, memberId: string): Promise<boolean> {
  const { rows } = await tx.query<Pick<MembersTable, 'is_private'>>(
    'select is_private from members where id = $1 for share',
    [memberId],
  )
  return rows[0]?.is_private ?? false
}

/** Stores or removes a request. The lock of its edge precedes it. */
async function storeRequest(tx: Queryable, { edge: { from, to, at }, isRequested }: FollowChange): Promise<void> {
  if (isRequested)
    await tx.query('insert into follow_requests (from_id, to_id, at) values ($1, $2, $3) on conflict do nothing', [
      from,
      to,
      at,
    ])
  else await tx.query('delete from follow_requests where from_id = $1 and to_id = $2', [from, to])
}

async function readPair(tx: Queryable, fromId: string, toId: string): Promise<FollowPair> {
  const members = await createPostgresMemberReadModel(tx).find([fromId, toId])
  const [edge] = (await tx.query<EdgeRow>({ name: 'read-follow', text: READ_EDGE, values: [fromId, toId] })).rows
  const [from, to] = [members.get(fromId), members.get(toId)]
  if (from?.state !== 'active') throw new DomainError('forbidden')
  if (!to || !edge || !canView(from, to, edge)) throw new DomainError('member_not_found')
  const { version, active, is_requested: isRequested, request_count: requestCount } = edge
  return {
    from: { ...from, followingCount: edge.following_count },
    to: { ...to, followerCount: edge.follower_count },
    edge: { version, active },
    isRequested,
    requestCount,
  }
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
  { from, to, ...pair }: FollowPair,
  decide: (pair: FollowPair) => FollowOutcome,
): Promise<FollowOutcome> {
  const { rows } = await tx.query<FollowCountsRow>({
    name: 'lock-follow-counts',
    text: LOCK_COUNTS,
    values: [from._id, to._id],
  })
  const counts = new Map(rows.map((row) => [row.member_id, row]))
  const { following_count: followingCount = from.followingCount } = counts.get(from._id) ?? {}
  const { follower_count: followerCount = to.followerCount } = counts.get(to._id) ?? {}
  const { change, ...outcome } = decide({ from: { ...from, followingCount }, to: { ...to, followerCount }, ...pair })
  if (change?.counts) await storeChange(tx, change, change.counts)
  return outcome
}

async function storeChange(
  tx: Queryable,
  { edge, event }: FollowChange,
  { followerCount, followingCount }: NonNullable<FollowChange['counts']>,
): Promise<void> {
  await tx.query({
    name: 'store-follow-counts',
    text: STORE_COUNTS,
    values: [edge.from, edge.to, followingCount, followerCount],
  })
  await appendToPostgresOutbox(tx, event)
}
