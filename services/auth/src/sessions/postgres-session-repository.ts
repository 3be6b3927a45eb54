import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { SessionsTable } from '../schema.ts'
import { endExpiredPostgresSessions } from './postgres-end-expired-sessions.ts'
import type { EndedSession, Session, SessionChange } from './session.ts'
import type { EndOthersChange, EndOthersResult, SessionRepository } from './session-repository.ts'

type EndedSessionRow = Pick<SessionsTable, 'id'> & { ended_at: Date }

const SESSION_COLUMNS = `id, account_id, secret, token_hash, previous_hash, rotated_at, remember, device, created_at,
  expires_at, ended_at`

const NEW_SESSION_COLUMNS =
  'id, account_id, secret, token_hash, remember, device, created_at, expires_at, expiry_check_at'
const NEW_SESSION_PARAMETERS = '$1, $2, $3, $4, $5, $6, $7, $8, $8'

/** A session is deleted this long after it has ended. */
const ENDED_SESSION_RETENTION_MS = 86_400_000
const DELETE_BATCH_SIZE = 1_000

/** Creates the session repository on PostgreSQL. */
export function createPostgresSessionRepository(pool: Pool): SessionRepository {
  return {
    async add(session, passwordHash) {
      const { rowCount } = await pool.query(
        `insert into sessions (${NEW_SESSION_COLUMNS})
         select ${NEW_SESSION_PARAMETERS} from accounts where id = $2 and password_hash = $9
         for share`, // a concurrent password change waits, then ends this session
        [...toNewSessionValues(session), passwordHash],
      )
      return rowCount === 1
    },

    async listActive(accountId, time, limit) {
      const { rows } = await pool.query<SessionsTable>(
        `select ${SESSION_COLUMNS} from sessions where account_id = $1 and ended_at is null and expires_at > $2
         order by coalesce(rotated_at, created_at) desc, id desc limit $3`,
        [accountId, time, limit],
      )
      return rows.map(toSession)
    },

    change: (id, decide) => withPostgresTransaction(pool, (tx) => changeSession(tx, id, decide)),

    endOthers: (change) =>
      withPostgresTransaction(pool, async (tx) => {
        await tx.query('select from accounts where id = $1 for no key update', [change.accountId])
        return endOtherSessions(tx, change)
      }),

    async listEndedSince(time) {
      const { rows } = await pool.query<EndedSessionRow>(
        'select id, ended_at from sessions where ended_at > $1 order by ended_at',
        [time],
      )
      return rows.map(toEndedSession)
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
      return rowCount === DELETE_BATCH_SIZE
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
  { sessionId, accountId, time, toRemaining, toEndedEvent }: EndOthersChange,
): Promise<EndOthersResult> {
  const current = await lockSession(tx, sessionId)
  if (!current) throw new DomainError('token_invalid')
  const remaining = toRemaining(current)
  if (remaining._id !== current._id) await insertSession(tx, remaining)
  const { rows } = await tx.query<EndedSessionRow>(
    `update sessions set ended_at = $3
     where account_id = $1 and id <> $2 and ended_at is null and expires_at > $3
     returning id, ended_at`,
    [accountId, remaining._id, time],
  )
  await appendToPostgresOutbox(
    tx,
    rows.map(({ id }) => toEndedEvent(id)),
  )
  return { remaining, ended: rows.map(toEndedSession) }
}

async function lockSession(tx: Queryable, id: string): Promise<Session | undefined> {
  const { rows } = await tx.query<SessionsTable>(`select ${SESSION_COLUMNS} from sessions where id = $1 for update`, [
    id,
  ])
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

const toEndedSession = ({ id, ended_at }: EndedSessionRow): EndedSession => ({ _id: id, endedAt: ended_at })
