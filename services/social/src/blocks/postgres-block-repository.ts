import { appendToPostgresOutbox } from '@meadow/events'
import {
  type BlocksTable,
  createPostgresMemberReadModel,
  type EdgeChange,
  type FollowsTable,
  type MembersTable,
} from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import type { FollowRequestsTable, ProfilesTable } from '../schema.ts'
import type { BlockChange, BlockPair } from './block.ts'
import type { BlockRepository } from './block-repository.ts'

type CountsRow = Pick<ProfilesTable, 'member_id' | 'follower_count' | 'following_count'>
type EdgeRow = Pick<FollowsTable, 'from_id' | 'version' | 'active'>
type BlockedMemberRow = Pick<MembersTable, 'id' | 'username' | 'full_name' | 'avatar' | 'is_verified'> &
  Pick<BlocksTable, 'at'>

/** Stores a block if the stored one has the version before. It locks the stored block in any case. */
const STORE_BLOCK = `
  insert into blocks as known (from_id, to_id, version, active, at) values ($1, $2, $3, $4, $5)
  on conflict (from_id, to_id) do update set version = excluded.version, active = excluded.active, at = excluded.at
  where known.version = excluded.version - 1`

/**
 * Locks the follows in both directions in the order of their ids, and raises their versions. Creates those that
 * are missing. A request that read a follow before the block cannot store it, because its version is old; it reads again, and is
 * refused. So no follow can be stored across a new block.
 */
const LOCK_FOLLOWS = `
  insert into follows as known (from_id, to_id, version, active, at)
  select * from (values
    (least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid), 1, false, $3::timestamptz),
    (greatest($1::uuid, $2::uuid), least($1::uuid, $2::uuid), 1, false, $3::timestamptz)) as pair
  on conflict (from_id, to_id) do update set version = known.version + 1
  returning from_id, version, active`

/** Locks both rows in the order of their ids, after the follows, as the follow repository does. */
const LOCK_COUNTS = `
  select member_id, follower_count, following_count from profiles where member_id in ($1, $2) order by member_id for update`

/** Creates the block repository on the tables of the members read model, with counts in `profiles`. */
export const createPostgresBlockRepository = (pool: PostgresPool): BlockRepository => ({
  change: (from, to, decide) =>
    withQueuedPostgresTransaction(pool, [from, to], async (tx) => {
      for (;;) {
        const pair = await readPair(tx, from, to)
        const change = decide(pair)
        if (!change) return pair.to
        if (!(await storeBlock(tx, change.block))) continue // another request has changed the block since it was read
        // a block is decided again with the locked follows and counts; an unblock needs neither
        const final = change.block.active ? decide(await lockFollows(tx, pair, change.block.at)) : change
        if (final) await storeEffects(tx, final)
        return pair.to
      }
    }),

  async list(memberId, { limit, after, skip }) {
    const { rows } = await pool.query<BlockedMemberRow>(
      `select m.id, m.username, m.full_name, m.avatar, m.is_verified, b.at
       from blocks b join members m on m.id = b.to_id
       where b.from_id = $1 and b.active and m.state = 'active' ${after ? 'and (b.at, b.to_id) < ($2, $3)' : ''}
       order by b.at desc, b.to_id desc limit ${limit + 1} offset ${skip}`,
      [memberId, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(({ id, username, full_name, avatar, is_verified, at }) => ({
      _id: id,
      username,
      fullName: full_name,
      avatar,
      isVerified: is_verified,
      createdAt: at,
    }))
  },
})

const NO_EDGE = { version: 0, active: false }

/** Returns the pair with its stored block. Its follows, requests and counts are placeholders, which `lockFollows` replaces. */
async function readPair(tx: Queryable, fromId: string, toId: string): Promise<BlockPair> {
  const members = await createPostgresMemberReadModel(tx).find([fromId, toId])
  const [from, to] = [members.get(fromId), members.get(toId)]
  if (from?.state !== 'active') throw new DomainError('forbidden')
  if (!to || to.state === 'erased') throw new DomainError('member_not_found')
  const { rows } = await tx.query<Pick<BlocksTable, 'version' | 'active'>>(
    'select version, active from blocks where from_id = $1 and to_id = $2',
    [fromId, toId],
  )
  const { rows: blockCounts } = await tx.query<{ count: number }>(
    'select count(*)::int as count from blocks where from_id = $1 and active',
    [fromId],
  )
  const counts = { followerCount: 0, followingCount: 0 }
  return {
    from: { ...from, ...counts },
    to: { ...to, ...counts },
    block: rows[0] ?? NO_EDGE,
    blockCount: blockCounts[0]?.count ?? 0,
    follow: NO_EDGE,
    followBack: NO_EDGE,
    requesterIds: [],
  }
}

async function storeBlock(tx: Queryable, { from, to, version, active, at }: EdgeChange): Promise<boolean> {
  return (await tx.query(STORE_BLOCK, [from, to, version, active, at])).rowCount === 1
}

/** Returns the pair with its follows and counts, both locked, and with its requests, which are removed. */
async function lockFollows(tx: Queryable, pair: BlockPair, at: Date): Promise<BlockPair> {
  const { from, to } = pair
  const { rows: follows } = await tx.query<EdgeRow>(LOCK_FOLLOWS, [from._id, to._id, at])
  const { rows: requests } = await tx.query<Pick<FollowRequestsTable, 'from_id'>>(
    'delete from follow_requests where (from_id, to_id) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid)) returning from_id',
    [from._id, to._id],
  )
  const { rows: counts } = await tx.query<CountsRow>(LOCK_COUNTS, [from._id, to._id])
  const findFollow = (id: string) => follows.find(({ from_id }) => from_id === id) ?? NO_EDGE
  const findCounts = (id: string) => {
    const { follower_count: followerCount = 0, following_count: followingCount = 0 } =
      counts.find(({ member_id }) => member_id === id) ?? {}
    return { followerCount, followingCount }
  }
  return {
    ...pair,
    from: { ...from, ...findCounts(from._id) },
    to: { ...to, ...findCounts(to._id) },
    follow: findFollow(from._id),
    followBack: findFollow(to._id),
    requesterIds: requests.map(({ from_id }) => from_id),
  }
}

/** Stores what a change causes beside the block. */
async function storeEffects(tx: Queryable, { endedFollows, counts, events }: BlockChange): Promise<void> {
  for (const { from, to, version, at } of endedFollows) {
    await tx.query('update follows set version = $3, active = false, at = $4 where from_id = $1 and to_id = $2', [
      from,
      to,
      version,
      at,
    ])
  }
  for (const { memberId, followerCount, followingCount } of counts) {
    await tx.query('update profiles set follower_count = $2, following_count = $3 where member_id = $1', [
      memberId,
      followerCount,
      followingCount,
    ])
  }
  await appendToPostgresOutbox(tx, events)
}
