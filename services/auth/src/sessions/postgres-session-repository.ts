import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { SessionCutoffsTable, SessionsTable } from '../schema.ts'
import { endExpiredPostgresSessions } from './postgres-end-expired-sessions.ts'
import {
  createSessionCutoff,
  type EndedSession,
  type Session,
  type SessionChange,
  type SessionCutoff,
} from './session.ts'
import type { EndAllChange, EndOthersChange, EndOthersResult, SessionRepository } from './session-repository.ts'

type EndedSessionRow = Pick<SessionsTable, 'id'> & { ended_at: Date }

/** The columns of the session `s`. One that a cutoff has ended has the end of the cutoff. */
const SESSION_COLUMNS = `s.id, s.account_id, s.secret, s.token_hash, s.previous_hash, s.rotated_at, s.remember, s.device,
  s.created_at, s.expires_at,
  coalesce(s.ended_at, (select c.ended_at from session_cutoffs c where ${isCutOffSql()})) as ended_at`

/** True if the cutoff `c` has ended the session `s`. */
function isCutOffSql(): string {
  return 'c.account_id = s.account_id and s.created_at < c.started_before and s.id <> c.except_session_id'
}

/** True if the session `s` is open at the time of the parameter. */
const isOpenSql = (time: string): string =>
  `s.ended_at is null and s.expires_at > ${time} and not exists (select from session_cutoffs c where ${isCutOffSql()})`

const NEW_SESSION_COLUMNS =
  'id, account_id, secret, token_hash, remember, device, created_at, expires_at, expiry_check_at'
const NEW_SESSION_PARAMETERS = '$1, $2, $3, $4, $5, $6, $7, $8, $8'

/** A session is deleted this long after it has ended. */
const ENDED_SESSION_RETENTION_MS = 86_400_000
const DELETE_BATCH_SIZE = 1_000
/** An account of an earlier version may have thousands of open sessions: each sign-in ends some of them. */
const MAX_ENDED_AT_ONCE = 100

/** Creates the session repository on PostgreSQL. */
export function createPostgresSessionRepository(pool: Pool): SessionRepository {
  return {
    async add(session, passwordHash) {
      const { rows } = await pool.query<{ other_count: number }>(
        `insert into sessions (${NEW_SESSION_COLUMNS})
         select ${NEW_SESSION_PARAMETERS} from accounts
         where id = $2 and password_hash = $9 and deactivated_at is null
           and (suspended_at is null or suspended_until <= $7)
         for share -- a concurrent password change waits, then ends this session
         returning (select count(*)::int from sessions s where s.account_id = $2 and ${isOpenSql('$7')}) as other_count`,
        [...toNewSessionValues(session), passwordHash],
      )
      return rows[0] && rows[0].other_count + 1
    },

    endLeastRecentlyUsed: ({ accountId, time, maxOpen, toEndedEvent }) =>
      withPostgresTransaction(pool, async (tx) => {
        await lockAccount(tx, accountId)
        const { rows } = await tx.query<EndedSessionRow>(
          `update sessions set ended_at = $2 where id in (
             select s.id from sessions s where s.account_id = $1 and ${isOpenSql('$2')}
             order by coalesce(s.rotated_at, s.created_at) desc, s.id desc offset $3 limit $4)
           returning id, ended_at`,
          [accountId, time, maxOpen, MAX_ENDED_AT_ONCE],
        )
        await appendToPostgresOutbox(
          tx,
          rows.map(({ id }) => toEndedEvent(id)),
        )
        return rows.map(toEndedSession)
      }),

    async listActive(accountId, time, limit) {
      const { rows } = await pool.query<SessionsTable>(
        `select ${SESSION_COLUMNS} from sessions s where s.account_id = $1 and ${isOpenSql('$2')}
         order by coalesce(s.rotated_at, s.created_at) desc, s.id desc limit $3`,
        [accountId, time, limit],
      )
      return rows.map(toSession)
    },

    change: (id, decide) => withPostgresTransaction(pool, (tx) => changeSession(tx, id, decide)),

    endOthers: (change) =>
      withPostgresTransaction(pool, async (tx) => {
        await lockAccount(tx, change.accountId)
        return endOtherSessions(tx, change)
      }),

    async listEndedSince(time) {
      const sessions = await pool.query<EndedSessionRow>(
        'select id, ended_at from sessions where ended_at > $1 order by ended_at',
        [time],
      )
      const cutoffs = await pool.query<SessionCutoffsTable>(
        'select * from session_cutoffs where ended_at > $1 order by ended_at',
        [time],
      )
      return { sessions: sessions.rows.map(toEndedSession), cutoffs: cutoffs.rows.map(toSessionCutoff) }
    },

    endExpired: (change) => endExpiredPostgresSessions(pool, change),

    async deleteEnded(time) {
      const endedBefore = new Date(time.getTime() - ENDED_SESSION_RETENTION_MS)
      const { rowCount } = await pool.query(
        `delete from sessions where id in (
           select id from sessions where ended_at < $1
           limit $2 for update skip locked)`, // the cleanup of another instance takes other rows
        [endedBefore, DELETE_BATCH_SIZE],
      )
      const cutOff = await pool.query(
        `delete from sessions where id in (
           select s.id from session_cutoffs c join sessions s on ${isCutOffSql()} where c.ended_at < $1
           limit $2 for update of s skip locked)`,
        [endedBefore, DELETE_BATCH_SIZE],
      )
      await pool.query(
        `delete from session_cutoffs c where c.ended_at < $1
           and not exists (select from sessions s where ${isCutOffSql()})`,
        [endedBefore],
      )
      return rowCount === DELETE_BATCH_SIZE || cutOff.rowCount === DELETE_BATCH_SIZE
    },
  }
}

/** Inserts a session in the transaction `tx`. */
export async function insertSession(tx: Queryable, session: Session): Promise<void> {
  await tx.query(
    `insert into sessions (${NEW_SESSION_COLUMNS}) values (${NEW_SESSION_PARAMETERS})`,
    toNewSessionValues(session),
  )
}

const toNewSessionValues = (session: Session) => {
  const { _id, accountId, secret, tokenHash, remember, device, createdAt, expiresAt } = session
  return [_id, accountId, secret, tokenHash, remember, device, createdAt, expiresAt]
}

/** Ends all other sessions in the transaction `tx`, which holds the lock of the account, so that two calls cannot deadlock. */
export async function endOtherSessions(
  tx: Queryable,
  { sessionId, accountId, time, toRemaining, toEvent }: EndOthersChange,
): Promise<EndOthersResult> {
  const current = await lockSession(tx, sessionId)
  if (!current) throw new DomainError('token_invalid')
  const remaining = toRemaining(current)
  if (remaining._id !== current._id) await insertSession(tx, remaining)
  return { remaining, cutoff: await endAllSessions(tx, { accountId, time, exceptSessionId: remaining._id, toEvent }) }
}

/** Ends all sessions except the one with the id in the transaction `tx`, which holds the lock of the account. */
export async function endAllSessions(
  tx: Queryable,
  { accountId, time, exceptSessionId, toEvent }: EndAllChange,
): Promise<SessionCutoff> {
  const { rows } = await tx.query<{ newest_start: Date }>(
    'select max(created_at) as newest_start from sessions where account_id = $1',
    [accountId],
  )
  const newestStart = rows[0]?.newest_start ?? time
  const cutoff = createSessionCutoff({ _id: exceptSessionId, accountId }, { time, newestStart })
  await tx.query(
    `insert into session_cutoffs (account_id, started_before, except_session_id, ended_at) values ($1, $2, $3, $4)
     on conflict (account_id) do update set started_before = excluded.started_before,
       except_session_id = excluded.except_session_id, ended_at = excluded.ended_at`,
    [accountId, cutoff.startedBefore, cutoff.exceptSessionId, cutoff.endedAt],
  )
  await appendToPostgresOutbox(tx, toEvent(cutoff))
  return cutoff
}

/** Locks an account, so that what ends its sessions happens one after the other. */
const lockAccount = (tx: Queryable, accountId: string) =>
  tx.query('select from accounts where id = $1 for no key update', [accountId])

async function lockSession(tx: Queryable, id: string): Promise<Session | undefined> {
  const { rows } = await tx.query<SessionsTable>(
    `select ${SESSION_COLUMNS} from sessions s where s.id = $1 for update of s`,
    [id],
  )
  return rows[0] && toSession(rows[0])
}

async function changeSession<T>(tx: Queryable, id: string, decide: (session: Session) => SessionChange<T>) {
  const found = await lockSession(tx, id)
  if (!found) return undefined
  const { session, event, result } = decide(found)
  if (session) await updateSession(tx, session)
  if (event) await appendToPostgresOutbox(tx, event)
  return result
}

async function updateSession(tx: Queryable, session: Session): Promise<void> {
  const { _id, secret, tokenHash, previousHash, rotatedAt, device, expiresAt, endedAt } = session
  await tx.query(
    `update sessions set secret = $2, token_hash = $3, previous_hash = $4, rotated_at = $5, device = $6, expires_at = $7,
       ended_at = $8
     where id = $1`,
    [_id, secret, tokenHash, previousHash, rotatedAt, device, expiresAt, endedAt],
  )
}

const toSession = (row: SessionsTable): Session => ({
  _id: row.id,
  accountId: row.account_id,
  secret: row.secret,
  tokenHash: row.token_hash,
  previousHash: row.previous_hash ?? undefined,
  rotatedAt: row.rotated_at ?? undefined,
  remember: row.remember,
  device: row.device,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at ?? undefined,
})

const toSessionCutoff = (row: SessionCutoffsTable): SessionCutoff => ({
  accountId: row.account_id,
  startedBefore: row.started_before,
  exceptSessionId: row.except_session_id,
  endedAt: row.ended_at,
})

const toEndedSession = ({ id, ended_at }: EndedSessionRow): EndedSession => ({ _id: id, endedAt: ended_at })
