import { appendToOutbox } from '@meadow/events'
import { visible } from '@meadow/members'
import { newId } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { holdCounters, unreadOf } from '../counters/postgres-counters.ts'
import { created } from '../notifications/facts.ts'
import { readNotifications } from '../notifications/postgres-read-notifications.ts'
import { type Act, type Admitted, type Gathered, type Group, gather } from './act.ts'
import { type ActorStep, settle } from './postgres-settle.ts'

/** Tells acts of one type, oldest first: a handful of statements, however many they are. */
export async function tell(tx: Queryable, acts: readonly Act[]): Promise<void> {
  const admitted = await admit(tx, acts)
  const newest = admitted.at(-1)
  if (!newest) return
  await holdCounters(
    tx,
    admitted.map(({ to }) => to),
  )
  const gathered = gather(admitted, await findOpen(tx, admitted), newId)
  await keep(tx, gathered)
  await settle(tx, await keepActors(tx, gathered), newest.at)
  await announce(
    tx,
    gathered.filter((notification) => [...notification.acts.values()].some(({ hidden }) => !hidden)),
  )
}

const ADMIT = `
  select act.place, not ${visible('act.to_id', 'act.from_id')} as hidden
  from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as act (to_id, from_id, type, place)
  left join preferences p on p.member_id = act.to_id and p.type = act.type
  where coalesce(p.in_app, true)
    and (coalesce(p.from_whom, 'everyone') = 'everyone' or exists (
      select 1 from follows f where f.from_id = act.to_id and f.to_id = act.from_id and f.active))
    and not exists (select 1 from members m where m.id in (act.to_id, act.from_id) and m.state = 'erased')
  order by act.place`

/** Those acts that whom they concern want to know of. */
async function admit(tx: Queryable, acts: readonly Act[]): Promise<Admitted[]> {
  const others = acts.filter(({ to, from }) => to !== from)
  if (others.length === 0) return []
  const { rows } = await tx.query<{ place: string; hidden: boolean }>({
    name: 'admit',
    text: ADMIT,
    values: [others.map(({ to }) => to), others.map(({ from }) => from), others.map(({ type }) => type)],
  })
  return rows.flatMap(({ place, hidden }) => {
    const act = others[Number(place) - 1]
    return act ? [{ ...act, hidden }] : []
  })
}

/** The newest unread notification of each post. */
async function findOpen(tx: Queryable, acts: readonly Admitted[]): Promise<Group[]> {
  const postIds = acts.flatMap(({ postId }) => postId ?? [])
  if (postIds.length === 0) return []
  const { rows } = await tx.query<{ id: string; post_id: string; updated_at: Date }>({
    name: 'find-open',
    text: `select distinct on (post_id) id, post_id, updated_at from notifications
           where post_id = any($1::uuid[]) and type = $2 and not is_read order by post_id, updated_at desc`,
    values: [postIds, acts[0]?.type],
  })
  return rows.map((row) => ({ _id: row.id, postId: row.post_id, updatedAt: row.updated_at }))
}

async function keep(tx: Queryable, gathered: readonly Gathered[]): Promise<void> {
  await tx.query({
    name: 'keep-notifications',
    text: `insert into notifications as known (id, member_id, type, post_id, is_read, created_at, updated_at, actor_count)
           select id, member_id, type, post_id, false, created_at, updated_at, 0
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::timestamptz[])
             as t (id, member_id, type, post_id, created_at, updated_at)
           on conflict (id) do update set updated_at = excluded.updated_at`,
    values: [
      gathered.map(({ _id }) => _id),
      gathered.map(({ to }) => to),
      gathered.map(({ type }) => type),
      gathered.map(({ postId }) => postId),
      gathered.map(({ createdAt }) => createdAt),
      gathered.map(({ updatedAt }) => updatedAt),
    ],
  })
}

/** Who acts again in a notification is there already, and says the newer thing. */
async function keepActors(tx: Queryable, gathered: readonly Gathered[]): Promise<ActorStep[]> {
  const actors = gathered.flatMap(({ _id, acts }) => [...acts.values()].map((act) => ({ _id, ...act })))
  const { rows } = await tx.query<{ id: string; step: number }>({
    name: 'keep-actors',
    text: `insert into notification_actors as known (notification_id, actor_id, at, comment_id, excerpt, hidden)
           select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[], $6::boolean[])
           on conflict (notification_id, actor_id) do update set
             at = excluded.at, comment_id = excluded.comment_id, excerpt = excluded.excerpt
           where known.at <= excluded.at
           returning notification_id as id, (xmax = 0 and not hidden)::int as step`,
    values: [
      actors.map(({ _id }) => _id),
      actors.map(({ from }) => from),
      actors.map(({ at }) => at),
      actors.map(({ commentId }) => commentId),
      actors.map(({ excerpt }) => excerpt),
      actors.map(({ hidden }) => hidden),
    ],
  })
  return rows.map(({ id, step }) => ({ _id: id, step }))
}

async function announce(tx: Queryable, told: readonly Gathered[]): Promise<void> {
  const found = await readNotifications(
    tx,
    told.map(({ _id }) => _id),
  )
  const unread = await unreadOf(
    tx,
    found.map(({ memberId }) => memberId),
  )
  await appendToOutbox(
    tx,
    found.map((notification) => {
      const { memberId, updatedAt: at } = notification
      return created(notification, { memberId, unread: unread.get(memberId) ?? 0, at })
    }),
  )
}
