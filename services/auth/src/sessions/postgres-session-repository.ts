import { appendToOutbox } from '@meadow/events'
import { type Queryable, transaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { Ended, Session } from './session.ts'
import type { SessionRepository } from './session-repository.ts'

type Row = Omit<Session, 'previousHash' | 'rotatedAt' | 'endedAt'> & {
  previousHash: Buffer | null
  rotatedAt: Date | null
  endedAt: Date | null
}

const COLUMNS = `id as "_id", account_id as "accountId", secret, token_hash as "tokenHash",
  previous_hash as "previousHash", rotated_at as "rotatedAt", remember, created_at as "createdAt",
  expires_at as "expiresAt", ended_at as "endedAt"`

/** For how long a session that is over is still remembered, in milliseconds. */
const KEPT = 86_400_000

export function postgresSessions(pool: Pool): SessionRepository {
  return {
    add: (session) =>
      transaction(pool, async (tx) => {
        await tx.query('delete from sessions where account_id = $1 and least(expires_at, ended_at) < $2', [
          session.accountId,
          new Date(session.createdAt.getTime() - KEPT),
        ])
        await insertSession(tx, session)
      }),

    change: (id, decide) =>
      transaction(pool, async (tx) => {
        const { rows } = await tx.query<Row>(`select ${COLUMNS} from sessions where id = $1 for update`, [id])
        if (!rows[0]) return undefined
        const { session, event, answer } = decide(toSession(rows[0]))
        if (session) await updateSession(tx, session)
        if (event) await appendToOutbox(tx, event)
        return answer
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
  const { _id, accountId, secret, tokenHash, remember, createdAt, expiresAt } = session
  await tx.query(
    `insert into sessions (id, account_id, secret, token_hash, remember, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [_id, accountId, secret, tokenHash, remember, createdAt, expiresAt],
  )
}

async function updateSession(tx: Queryable, session: Session): Promise<void> {
  const { _id, tokenHash, previousHash, rotatedAt, expiresAt, endedAt } = session
  await tx.query(
    `update sessions set token_hash = $2, previous_hash = $3, rotated_at = $4, expires_at = $5, ended_at = $6
     where id = $1`,
    [_id, tokenHash, previousHash, rotatedAt, expiresAt, endedAt],
  )
}

const toSession = (row: Row): Session => ({
  ...row,
  previousHash: row.previousHash ?? undefined,
  rotatedAt: row.rotatedAt ?? undefined,
  endedAt: row.endedAt ?? undefined,
})
