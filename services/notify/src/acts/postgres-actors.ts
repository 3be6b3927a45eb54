import type { Queryable } from '@meadow/storage'
import { holdCounters } from '../counters/postgres-counters.ts'

/** One actor of a notification, and whether its member cannot see them. */
export type ActorRow = { id: string; actor_id: string; member_id: string; hidden: boolean }

/** Actors (`a`) with their notifications (`n`), for a query that says which. */
export const ACTORS = `
  select n.id, a.actor_id, n.member_id, a.hidden
  from notification_actors a join notifications n on n.id = a.notification_id`

/** The primary keys of actors, as two parameters for `unnest`. */
export const keysOf = (rows: readonly ActorRow[]) => [rows.map(({ id }) => id), rows.map(({ actor_id }) => actor_id)]

/** Holds the counters of those whose notifications these are. */
export const holdFor = (tx: Queryable, rows: readonly { member_id: string }[]): Promise<void> =>
  holdCounters(
    tx,
    rows.map(({ member_id }) => member_id),
  )
