import { appendToPostgresOutbox } from '@meadow/events'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { hashErasedUsername } from '../erasure/erasure.ts'
import type { AccountRepository } from './account-repository.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './postgres-account-row.ts'

/**
 * Locks usernames until the transaction ends, in the order of their names. Who takes or leaves a username locks it first: a unique
 * index alone would give a username that is being left to the next registration, which does not see yet that it is kept.
 */
export async function lockUsernames(tx: Queryable, ...usernames: string[]): Promise<void> {
  for (const username of usernames.toSorted())
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('username ' || $1, 0))`, [username])
}

/** True, in SQL, if nobody but the account `accountId` may have the username of a parameter. */
export const isUsernameTakenSql = (username: string, hash: string, accountId = 'null::uuid'): string =>
  `(exists (select from accounts where username = ${username} and id is distinct from ${accountId})
    or exists (select from former_usernames where username = ${username} and account_id is distinct from ${accountId})
    or exists (select from erased_usernames where username_hash = ${hash}))`

/** Creates the part of the account repository on PostgreSQL that changes usernames. */
export const createPostgresUsernameChanges = (pool: Pool): Pick<AccountRepository, 'rename' | 'freeUsernames'> => ({
  rename: (accountId, username, decide) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<AccountRow>(
        `select ${ACCOUNT_COLUMNS} from accounts where id = $1 and deactivated_at is null for update`,
        [accountId],
      )
      const current = rows[0] && toAccount(rows[0])
      if (!current) return undefined
      const renaming = decide(current)
      if (!renaming) return current
      const { account, former, event } = renaming
      await lockUsernames(tx, former.username, username)
      const found = await tx.query<{ taken: boolean }>(`select ${isUsernameTakenSql('$1', '$2', '$3')} as taken`, [
        username,
        hashErasedUsername(username),
        accountId,
      ])
      if (found.rows[0]?.taken) return 'taken'
      await tx.query('delete from former_usernames where username = $1', [username])
      await tx.query(
        'update accounts set username = $2, renamed_at = $3, account_version = $4, username_version = $4 where id = $1',
        [accountId, username, account.renamedAt, account.version],
      )
      await tx.query('insert into former_usernames (username, account_id, kept_until) values ($1, $2, $3)', [
        former.username,
        accountId,
        former.keptUntil,
      ])
      await appendToPostgresOutbox(tx, event)
      return account
    }),

  async freeUsernames(now) {
    const { rowCount } = await pool.query(
      `delete from former_usernames where username in (
         select username from former_usernames where kept_until <= $1 order by kept_until limit 1000)`,
      [now],
    )
    return rowCount === 1_000
  },
})
