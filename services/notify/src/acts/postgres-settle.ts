import { appendToOutbox } from '@meadow/events'
import type { Queryable } from '@meadow/storage'
import { moveCounters, type Step, unreadOf } from '../counters/postgres-counters.ts'
import { removed } from '../notifications/facts.ts'
import type { ToldType } from '../notifications/notification.ts'

/** By how much the number of the actors whom its member sees changes, of a notification. */
export type ActorStep = { _id: string; step: number }

type Row = { id: string; member_id: string; type: ToldType; is_read: boolean; before: number; now: number }

const MOVE_ACTORS = `
  update notifications n set actor_count = n.actor_count + moved.step
  from (
    select id, sum(step)::int as step from unnest($1::uuid[], $2::int[]) as t (id, step) group by id
  ) moved where n.id = moved.id
  returning n.id, n.member_id, n.type, n.is_read, n.actor_count - moved.step as before, n.actor_count as now`

/**
 * Counts actors that came, went, or are seen or hidden now: the counters follow. A notification that nobody is left in
 * goes; one that nobody is seen in is not there, and both are told. The members' counters are held.
 */
export async function settle(tx: Queryable, steps: readonly ActorStep[], at: Date): Promise<void> {
  if (steps.length === 0) return
  const { rows } = await tx.query<Row>({
    name: 'move-actors',
    text: MOVE_ACTORS,
    values: [steps.map(({ _id }) => _id), steps.map(({ step }) => step)],
  })
  const came = rows.filter(({ before, now }) => before === 0 && now > 0)
  const gone = rows.filter(({ before, now }) => before > 0 && now === 0)
  await moveCounters(tx, [...came.map((row) => toStep(row, 1)), ...gone.map((row) => toStep(row, -1))])
  const unseen = rows.filter(({ now }) => now === 0).map(({ id }) => id)
  if (unseen.length > 0) {
    await tx.query(
      `delete from notifications n where id = any($1::uuid[])
         and not exists (select 1 from notification_actors a where a.notification_id = n.id)`,
      [unseen],
    )
  }
  await tellGone(tx, gone, at)
}

type Gone = Pick<Row, 'id' | 'member_id'>

const toStep = ({ member_id: memberId, type, is_read }: Omit<Row, 'before' | 'now'>, step: 1 | -1): Step => ({
  memberId,
  type,
  total: step,
  unread: is_read ? 0 : step,
})

/** Takes notifications that are gone, and were seen, off the counters, and tells it. */
export async function countGone(tx: Queryable, gone: readonly Omit<Row, 'before' | 'now'>[], at: Date): Promise<void> {
  await moveCounters(
    tx,
    gone.map((row) => toStep(row, -1)),
  )
  await tellGone(tx, gone, at)
}

async function tellGone(tx: Queryable, gone: readonly Gone[], at: Date): Promise<void> {
  if (gone.length === 0) return
  const ofMembers = Map.groupBy(gone, ({ member_id }) => member_id)
  const unread = await unreadOf(tx, [...ofMembers.keys()])
  const facts = [...ofMembers].map(([memberId, rows]) =>
    removed(
      rows.map(({ id }) => id),
      { memberId, unread: unread.get(memberId) ?? 0, at },
    ),
  )
  await appendToOutbox(tx, facts)
}
