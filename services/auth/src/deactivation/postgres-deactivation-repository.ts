import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { Account } from '../accounts/account.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/postgres-account-row.ts'
import type { MailContext } from '../mail/mail.ts'
import { insertMail } from '../mail/postgres-mail-queue.ts'
import type { AccountsTable } from '../schema.ts'
import { endAllSessions, insertSession } from '../sessions/postgres-session-repository.ts'
import { type DeactivationRepository, hasGraceEnded } from './deactivation.ts'

type LockedRow = AccountRow & Pick<AccountsTable, 'password_hash'>

/** Creates the repository of deactivated accounts on PostgreSQL. */
export const createPostgresDeactivationRepository = (pool: Pool): DeactivationRepository => ({
  deactivate: ({ accountId, passwordHash, decide, sessionEnd, mailContext }) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<LockedRow>(
        `select ${ACCOUNT_COLUMNS}, password_hash from accounts where id = $1 for no key update`,
        [accountId],
      )
      const [row] = rows
      if (!row || row.deactivated_at) throw new DomainError('token_invalid')
      if (row.password_hash !== passwordHash) throw new DomainError('wrong_password')
      const { account, event, mail } = decide(toAccount(row))
      await updateState(tx, account, mailContext)
      if (mail) await insertMail(tx, mail)
      await appendToPostgresOutbox(tx, event)
      return { account, cutoff: await endAllSessions(tx, sessionEnd) }
    }),

  async setRestoreToken(accountId, { hash, expiresAt }) {
    await pool.query('update accounts set restore_token_hash = $2, restore_token_expires_at = $3 where id = $1', [
      accountId,
      hash,
      expiresAt,
    ])
  },

  restore: ({ tokenHash, time, decide }) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<AccountRow>(
        `select ${ACCOUNT_COLUMNS} from accounts
         where restore_token_hash = $1 and restore_token_expires_at > $2 and deactivated_at is not null
         for no key update`,
        [tokenHash, time],
      )
      const found = rows[0] && toAccount(rows[0])
      if (!found || hasGraceEnded(found, time)) throw new DomainError('restore_expired')
      const cutoffs = await tx.query<{ started_before: Date }>(
        'select started_before from session_cutoffs where account_id = $1',
        [found._id],
      )
      const { account, event, session } = decide(found, cutoffs.rows[0]?.started_before)
      await updateState(tx, account)
      await insertSession(tx, session)
      await appendToPostgresOutbox(tx, event)
      return { account, session }
    }),
})

/** Stores the state of an account. Its token, if it had one, cannot be used any more. */
const updateState = (
  tx: Queryable,
  { _id, version, deactivatedAt, erasesAt, keepsMessages }: Account,
  mailContext?: MailContext,
) =>
  tx.query(
    `update accounts set account_version = $2, deactivated_at = $3, erases_at = $4, keeps_messages = $5,
       restore_token_hash = null, restore_token_expires_at = null, mail_origin = $6, mail_language = $7
     where id = $1`,
    [_id, version, deactivatedAt, erasesAt, keepsMessages, mailContext?.origin, mailContext?.language],
  )
