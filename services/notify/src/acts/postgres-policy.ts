import { visible } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { Whose } from './acts.ts'
import { inChunks } from './in-chunks.ts'
import { ACTORS, type ActorRow, holdFor, keysOf } from './postgres-actors.ts'
import { settle } from './postgres-settle.ts'

const PAGE = 2_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Makes `hidden` what the policy says, for these actors. */
export async function applyPolicy(tx: Queryable, whose: Whose, at: Date): Promise<void> {
  if (whose === 'everybody') return walk(tx, at)
  if ('actor' in whose) return applyWhere(tx, 'a.actor_id = $2', [whose.actor], at)
  const between = '(a.actor_id, n.member_id) in (($2::uuid, $3::uuid), ($3::uuid, $2::uuid))'
  return applyWhere(tx, between, whose.between, at)
}

/** All of them, a page at a time: no statement looks at more. */
async function walk(tx: Queryable, at: Date): Promise<void> {
  let last: [string, string] | undefined = [BEFORE_ALL, BEFORE_ALL]
  while (last) {
    const { rows }: { rows: { id: string; actor_id: string }[] } = await tx.query(
      `select notification_id as id, actor_id from notification_actors where (notification_id, actor_id) > ($1, $2)
       order by notification_id, actor_id limit $3`,
      [...last, PAGE],
    )
    const end = rows.at(-1)
    const upTo: [string, string] | undefined = end && [end.id, end.actor_id]
    const page = '(a.notification_id, a.actor_id) > ($2, $3) and (a.notification_id, a.actor_id) <= ($4, $5)'
    if (upTo) await applyWhere(tx, page, [...last, ...upTo], at)
    last = upTo
  }
}

async function applyWhere(tx: Queryable, condition: string, ids: readonly string[], at: Date): Promise<void> {
  await inChunks(async (limit) => {
    const { rows: wrong } = await tx.query<ActorRow>(
      `${ACTORS} where a.hidden = ${visible('n.member_id', 'a.actor_id')} and ${condition} limit $1`,
      [limit, ...ids],
    )
    await holdFor(tx, wrong)
    await tx.query(
      `update notification_actors set hidden = not hidden
       where (notification_id, actor_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
      keysOf(wrong),
    )
    await settle(
      tx,
      wrong.map(({ id, hidden }) => ({ _id: id, step: hidden ? 1 : -1 })),
      at,
    )
    return wrong.length
  })
}
