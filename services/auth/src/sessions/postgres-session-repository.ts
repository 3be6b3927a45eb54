import { appendToOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Queryable, transaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { Change, Ended, Session } from './session.ts'
import type { Alone, SessionRepository } from './session-repository.ts'

type Row = Omit<Session, 'previousHash' | 'rotatedAt' | 'endedAt'> & {
  previousHash: Buffer | null
  rotatedAt: Date | null
  endedAt: Date | null
}

const COLUMNS = `id as "_id", account_id as "accountId", secret, token_hash as "tokenHash",
  previous_hash as "previousHash", rotated_at as "rotatedAt", remember, device, created_at as "createdAt",
  expires_at as "expiresAt", ended_at as "endedAt"`

/** For how long a session that is over is still remembered, in milliseconds. */
const KEPT = 86_400_000

export function postgresSessions(pool: Pool): SessionRepository {
  return {
    add: (session, passwordHash) =>
      transaction(pool, async (tx) => {
        const { rowCount } = await tx.query(
          'select from accounts where id = $1 and password_hash = $2 for share', // who changes it waits, and ends this one
          [session.accountId, passwordHash],
        )
        if (rowCount === 0) return false
        await tx.query('delete from sessions where account_id = $1 and least(expires_at, ended_at) < $2', [
          session.accountId,
          new Date(session.createdAt.getTime() - KEPT),
        ])
        await insertSession(tx, session)
        return true
      }),

    async living(accountId, time, limit) {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from sessions where account_id = $1 and ended_at is null and expires_at > $2
         order by coalesce(rotated_at, created_at) desc, id desc limit $3`,
        [accountId, time, limit],
      )
      return rows.map(toSession)
    },

    change: (id, decide) => transaction(pool, (tx) => changeSession(tx, id, decide)),

    leaveAlone: (alone) =>
      transaction(pool, async (tx) => {
        await tx.query('select from accounts where id = $1 for no key update', [alone.accountId])
        return leaveSessionAlone(tx, alone)
      }),

    async endedSince(time) {
      const { rows } = await pool.query<Ended>(
        'select id as "_id", ended_at as "endedAt" from sessions where ended_at > $1 order by ended_at',
        [time],
      )
      return rows
    },
  }
}

/** Keeps a new session as part of the transaction `tx`. */
export async function insertSession(tx: Queryable, session: Session): Promise<void> {
  const { _id, accountId, secret, tokenHash, remember, device, createdAt, expiresAt } = session
  await tx.query(
    `insert into sessions (id, account_id, secret, token_hash, remember, device, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [_id, accountId, secret, tokenHash, remember, device, createdAt, expiresAt],
  )
}

/** Does it as part of the transaction `tx`, which has locked the account: two sessions must not wait for each other. */
export async function leaveSessionAlone<T extends object>(
  tx: Queryable,
  { sessionId, accountId, time, decide, announce }: Alone<T>,
): Promise<{ answer: T; ended: Ended[] }> {
  const answer = await changeSession(tx, sessionId, decide)
  if (!answer) throw new DomainError('token_invalid')
  const { rows } = await tx.query<Ended>(
    `update sessions set ended_at = $3
     where account_id = $1 and id <> $2 and ended_at is null and expires_at > $3
     returning id as "_id", ended_at as "endedAt"`,
    [accountId, sessionId, time],
  )
  await appendToOutbox(
    tx,
    rows.map(({ _id }) => announce(_id)),
  )
  return { answer, ended: rows }
}

async function changeSession<T>(tx: Queryable, id: string, decide: (session: Session) => Change<T>) {
  const { rows } = await tx.query<Row>(`select ${COLUMNS} from sessions where id = $1 for update`, [id])
  if (!rows[0]) return undefined
  const { session, event, answer } = decide(toSession(rows[0]))
  if (session) await updateSession(tx, session)
  if (event) await appendToOutbox(tx, event)
  return answer
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

const toSession = (row: Row): Session => ({
  ...row,
  previousHash: row.previousHash ?? undefined,
  rotatedAt: row.rotatedAt ?? undefined,
  endedAt: row.endedAt ?? undefined,
})
