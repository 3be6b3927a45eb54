import { appendToPostgresOutbox } from '@meadow/events'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { hashErasedUsername } from '../erasure/erasure.ts'
import { countInviteUse } from '../invites/postgres-invite-repository.ts'
import { toResetReason } from '../mail/mail.ts'
import { deleteMailLinks } from '../mail/postgres-mail-link-repository.ts'
import { forgetSentMail, insertMail } from '../mail/postgres-mail-queue.ts'
import type { AccountsTable } from '../schema.ts'
import { endAllSessions, endOtherSessions, insertSession } from '../sessions/postgres-session-repository.ts'
import { toEmailKey } from './account.ts'
import type { AccountAddition, AccountRepository, UniqueAccountField } from './account-repository.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './postgres-account-row.ts'
import { createPostgresEmailChanges, lockAccount, useMailLink } from './postgres-email-changes.ts'
import { createPostgresUsernameChanges, isUsernameTakenSql, lockUsernames } from './postgres-username-changes.ts'

/** Creates the account repository on PostgreSQL. */
export function createPostgresAccountRepository(pool: Pool): AccountRepository {
  return {
    findTaken: (names) => findTakenFields(pool, names),

    async find(id) {
      const { rows } = await pool.query<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts where id = $1`, [id])
      return rows[0] && toAccount(rows[0])
    },

    async findByEmail(email) {
      const { rows } = await pool.query<AccountRow>(`select ${ACCOUNT_COLUMNS} from accounts where email_key = $1`, [
        toEmailKey(email),
      ])
      return rows[0] && toAccount(rows[0])
    },

    async finishWelcome(id) {
      const { rows } = await pool.query<AccountRow>(
        `update accounts set is_welcomed = true where id = $1 returning ${ACCOUNT_COLUMNS}`,
        [id],
      )
      return rows[0] && toAccount(rows[0])
    },

    async findForSignIn(emailOrUsername) {
      const { rows } = await pool.query<
        AccountRow & Pick<AccountsTable, 'password_hash'> & { sessions_from: Date | null }
      >(
        `select ${ACCOUNT_COLUMNS}, password_hash,
           (select started_before from session_cutoffs where account_id = accounts.id) as sessions_from
         from accounts
         where ${
           emailOrUsername.includes('@')
             ? 'email_key = $1'
             : 'username = $1 or id = (select account_id from former_usernames where username = $1)'
         }`,
        [toEmailKey(emailOrUsername)],
      )
      if (!rows[0]) return undefined
      const [row] = rows
      return {
        account: toAccount(row),
        passwordHash: row.password_hash,
        sessionsFrom: row.sessions_from ?? undefined,
      }
    },

    async add(addition) {
      const isAdded = await withPostgresTransaction(pool, (tx) => addAccount(tx, addition))
      return isAdded ? [] : findTakenFields(pool, addition.account)
    },

    changePassword: ({ from, to }, change) =>
      withPostgresTransaction(pool, async (tx) => {
        const { rowCount } = await tx.query(
          'update accounts set password_hash = $3, has_password = true where id = $1 and password_hash = $2',
          [change.accountId, from, to],
        )
        if (rowCount === 0) return undefined
        await deleteMailLinks(tx, change.accountId, 'reset_password')
        return endOtherSessions(tx, change)
      }),

    resetPassword: ({ tokenHash, passwordHash, notice, toVerifiedEvent, ...change }) =>
      withPostgresTransaction(pool, async (tx) => {
        const account = await lockAccount(tx, change.accountId)
        const { email } = await useMailLink(tx, account, account.email, {
          tokenHash,
          purpose: 'reset_password',
          now: change.time,
        })
        await tx.query(
          'update accounts set password_hash = $2, has_password = true, email_verified = true where id = $1',
          [change.accountId, passwordHash],
        )
        if (!account.emailVerified) {
          // of whoever had not proved the address
          await tx.query('delete from oauth_identities where account_id = $1', [change.accountId])
          await tx.query('delete from passkeys where account_id = $1', [change.accountId])
        }
        await forgetSentMail(tx, toResetReason(email))
        await insertMail(tx, notice)
        if (!account.emailVerified) await appendToPostgresOutbox(tx, toVerifiedEvent())
        return endAllSessions(tx, change)
      }),

    ...createPostgresEmailChanges(pool),
    ...createPostgresUsernameChanges(pool),
  }
}

/**
 * Stores an account, its first session, its mail and the event in the transaction `tx`, and counts the use of its invite. Returns false,
 * and stores nothing, if another account has the username or the e-mail address. @throws invite_invalid
 */
export async function addAccount(
  tx: Queryable,
  { account, passwordHash, session, event, mail, inviteHash }: AccountAddition,
): Promise<boolean> {
  const { _id, username, email, fullName, emailVerified, hasPassword, role, plan, version, createdAt } = account
  await lockUsernames(tx, username)
  const { rowCount } = await tx.query(
    `insert into accounts (id, username, email, email_key, full_name, password_hash, email_verified, has_password, role,
       plan, account_version, created_at)
     select $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::text, $7::boolean, $8::boolean, $9::text, $10::text,
       $11::integer, $12::timestamptz
     where not ${isUsernameTakenSql('$2', '$13')} on conflict do nothing`,
    [
      _id,
      username,
      email,
      toEmailKey(email),
      fullName,
      passwordHash,
      emailVerified,
      hasPassword,
      role,
      plan,
      version,
      createdAt,
      hashErasedUsername(username),
    ],
  )
  if (rowCount === 0) return false
  if (inviteHash) await countInviteUse(tx, inviteHash, createdAt)
  await insertSession(tx, session)
  if (mail) await insertMail(tx, mail)
  await appendToPostgresOutbox(tx, event)
  return true
}

/** Returns the fields whose value another account has already, or had and keeps. */
export async function findTakenFields(
  pool: Pool,
  { username, email }: { username: string; email: string },
): Promise<UniqueAccountField[]> {
  const { rows } = await pool.query<{ username: boolean; email: boolean }>(
    `select ${isUsernameTakenSql('$1', '$3')} as username,
            exists (select from accounts where email_key = $2) as email`,
    [username, toEmailKey(email), hashErasedUsername(username)],
  )
  return (['username', 'email'] as const).filter((field) => rows[0]?.[field])
}
