import { appendToPostgresOutbox } from '@meadow/events'
import { toLowestId } from '@meadow/service'
import { withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { SessionsTable } from '../schema.ts'
import type { EndExpiredChange } from './session-repository.ts'

type CheckedSessionRow = Pick<SessionsTable, 'id' | 'account_id' | 'ended_at'>

const BATCH_SIZE = 500

/**
 * Ends the due sessions that have expired ($1) or reached their maximum age ($2, in ms), at the time at which they did. The others
 * are due again when they expire now. The second condition is for a maximum age that was lowered; ids sort by creation ($3).
 * A session that a refresh or another cleanup holds is left to the next run, and one that a cutoff ended has ended already.
 */
const END_EXPIRED = `
  with due as materialized (
    select id, least(expires_at, created_at + $2 * interval '1 millisecond') as expiry
    from sessions
    where ended_at is null
      and not exists (
        select from session_cutoffs c
        where c.account_id = sessions.account_id and sessions.created_at < c.started_before
          and sessions.id <> c.except_session_id)
      and (expiry_check_at <= $1 or (id < $3 and created_at <= $1 - $2 * interval '1 millisecond'))
    limit $4 for no key update skip locked)
  update sessions s set expiry_check_at = due.expiry, ended_at = case when due.expiry <= $1 then due.expiry end
  from due where s.id = due.id
  returning s.id, s.account_id, s.ended_at`

/** Ends a batch of expired sessions and appends their events, in one transaction. Returns true if there may be more. */
export const endExpiredPostgresSessions = (
  pool: Pool,
  { time, maxSessionAgeMs, toEndedEvent }: EndExpiredChange,
): Promise<boolean> =>
  withPostgresTransaction(pool, async (tx) => {
    const lowestId = toLowestId(new Date(time.getTime() - maxSessionAgeMs + 1))
    const values = [time, maxSessionAgeMs, lowestId, BATCH_SIZE]
    const { rows } = await tx.query<CheckedSessionRow>(END_EXPIRED, values) // not prepared: its plan depends on the values
    const ended = rows.flatMap(({ id, account_id, ended_at }) =>
      ended_at ? toEndedEvent({ _id: id, accountId: account_id, endedAt: ended_at }) : [],
    )
    await appendToPostgresOutbox(tx, ended)
    return rows.length === BATCH_SIZE
  })
