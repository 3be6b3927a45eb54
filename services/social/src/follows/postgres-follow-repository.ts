import { appendToOutbox } from '@meadow/events'
import { maySee, postgresMembers } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Postgres, type Queryable, transaction } from '@meadow/storage'
import type { FollowChange, Pair } from './follow.ts'
import type { FollowRepository } from './follow-repository.ts'

type Counts = { member_id: string; follower_count: number; following_count: number }
type Edge = { version: number; active: boolean; blocked: boolean }

/** Both rows in the order of their ids, so that two who follow each other at once never wait in a circle. */
const HOLD = `
  select member_id, follower_count, following_count from profiles
  where member_id in ($1, $2) order by member_id for update`

const EDGE = `
  select coalesce(f.version, 0) as version, coalesce(f.active, false) as active,
    exists (select 1 from blocks b where b.active and (b.from_id, b.to_id) in (($1, $2), ($2, $1))) as blocked
  from (values ($1::uuid, $2::uuid)) as pair (from_id, to_id) left join follows f using (from_id, to_id)`

/** The graph in the tables of the members read model, its counts in `profiles`. */
export const postgresFollows = (pool: Postgres): FollowRepository => ({
  change: (from, to, decide) =>
    transaction(pool, async (tx) => {
      const outcome = decide(await hold(tx, from, to))
      if (outcome.change) await store(tx, outcome.change)
      return outcome
    }),
})

async function hold(tx: Queryable, fromId: string, toId: string): Promise<Pair> {
  const held = await tx.query<Counts>(HOLD, [fromId, toId])
  const counts = new Map(held.rows.map((row) => [row.member_id, row]))
  const members = await postgresMembers(tx).find([fromId, toId])
  const [edge] = (await tx.query<Edge>(EDGE, [fromId, toId])).rows
  const [from, to, ofFrom, ofTo] = [members.get(fromId), members.get(toId), counts.get(fromId), counts.get(toId)]
  if (!from || !ofFrom || from.state !== 'active') throw new DomainError('forbidden')
  if (!to || !ofTo || !edge || !maySee(from, to, edge)) throw new DomainError('member_not_found')
  return {
    from: { ...from, followingCount: ofFrom.following_count },
    to: { ...to, followerCount: ofTo.follower_count },
    edge,
  }
}

async function store(tx: Queryable, { edge, followerCount, followingCount, event }: FollowChange): Promise<void> {
  await postgresMembers(tx).setFollow(edge)
  await tx.query('update profiles set following_count = $2 where member_id = $1', [edge.from, followingCount])
  await tx.query('update profiles set follower_count = $2 where member_id = $1', [edge.to, followerCount])
  await appendToOutbox(tx, event)
}
