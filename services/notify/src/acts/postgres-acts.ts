import type { Queryable } from '@meadow/storage'
import { holdCounters } from '../counters/postgres-counters.ts'
import type { ToldType } from '../notifications/notification.ts'
import type { Acts } from './acts.ts'
import { inChunks } from './in-chunks.ts'
import { ACTORS, type ActorRow, holdFor, keysOf } from './postgres-actors.ts'
import { applyPolicy } from './postgres-policy.ts'
import { type ActorStep, countGone, settle } from './postgres-settle.ts'
import { tell } from './postgres-tell.ts'

/** Notifications in PostgreSQL; `tx` is the transaction of a consumer. */
export const postgresActs = (tx: Queryable): Acts => ({
  tell: (acts) => tell(tx, acts),

  async withdrawLikes(likes) {
    const at = likes.at(-1)?.at
    if (!at) return
    await holdCounters(
      tx,
      likes.map(({ to }) => to),
    )
    const { rows } = await tx.query<ActorRow>({
      name: 'withdraw-likes',
      text: `delete from notification_actors a
             using notifications n, unnest($1::uuid[], $2::uuid[]) as liked (post_id, actor_id)
             where n.id = a.notification_id and n.post_id = liked.post_id and n.type = 'like' and not n.is_read
               and a.actor_id = liked.actor_id
             returning n.id, a.actor_id, n.member_id, a.hidden`,
      values: [likes.map(({ postId }) => postId), likes.map(({ from }) => from)],
    })
    await settle(tx, rows.map(without), at)
  },

  applyPolicy: (whose, at) => applyPolicy(tx, whose, at),

  async removeAbout(postIds, at) {
    await inChunks((limit) => removeSome(tx, 'post_id = any($1::uuid[])', postIds, { limit, at }))
  },

  async removeMember(memberId, at) {
    await inChunks(async (limit) => {
      const { rows } = await tx.query<ActorRow>(`${ACTORS} where a.actor_id = $1 limit $2`, [memberId, limit])
      await holdFor(tx, rows)
      await removeActors(tx, rows)
      await settle(tx, rows.map(without), at)
      return rows.length
    })
    await inChunks((limit) => removeSome(tx, 'member_id = any($1::uuid[])', [memberId], { limit, at }))
    await tx.query('delete from counters where member_id = $1', [memberId])
    await tx.query('delete from preferences where member_id = $1', [memberId])
  },
})

const without = ({ id, hidden }: ActorRow): ActorStep => ({ _id: id, step: hidden ? 0 : -1 })

async function removeActors(tx: Queryable, rows: readonly ActorRow[]): Promise<void> {
  await tx.query(
    `delete from notification_actors
     where (notification_id, actor_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    keysOf(rows),
  )
}

type Removed = { id: string; member_id: string; type: ToldType; is_read: boolean; actor_count: number }

/** Removes some notifications with their actors; answers how many. */
async function removeSome(
  tx: Queryable,
  condition: string,
  ids: readonly string[],
  { limit, at }: { limit: number; at: Date },
): Promise<number> {
  const found = await tx.query<{ id: string; member_id: string }>(
    `select id, member_id from notifications where ${condition} limit $2`,
    [ids, limit],
  )
  const some = found.rows.map(({ id }) => id)
  await holdFor(tx, found.rows)
  await inChunks(async (most) => {
    const { rows } = await tx.query<ActorRow>(`${ACTORS} where n.id = any($1::uuid[]) limit $2`, [some, most])
    await removeActors(tx, rows)
    return rows.length
  })
  const { rows } = await tx.query<Removed>(
    'delete from notifications where id = any($1::uuid[]) returning id, member_id, type, is_read, actor_count',
    [some],
  )
  await countGone(
    tx,
    rows.filter(({ actor_count }) => actor_count > 0),
    at,
  )
  return some.length
}
