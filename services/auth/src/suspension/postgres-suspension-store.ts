import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { Account } from '../accounts/account.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/postgres-account-row.ts'
import { endAllSessions } from '../sessions/postgres-session-repository.ts'
import type { SuspensionChange, SuspensionStore } from './suspension.ts'

/** Creates the store of suspensions in a transaction. */
export const createPostgresSuspensionStore = (tx: Queryable): SuspensionStore => ({
  async suspend(accountId, decide, sessionEnd) {
    const account = await lockAccount(tx, accountId)
    const change = account && decide(account)
    if (!change) return undefined
    await storeChange(tx, accountId, change)
    return endAllSessions(tx, sessionEnd)
  },

  async end(accountId, decide) {
    const account = await lockAccount(tx, accountId)
    const change = account && decide(account)
    if (change) await storeChange(tx, accountId, change)
    return account !== undefined
  },

  async setAppealToken(accountId, { hash, expiresAt }) {
    await tx.query('update accounts set appeal_token_hash = $2, appeal_token_expires_at = $3 where id = $1', [
      accountId,
      hash,
      expiresAt,
    ])
  },

  async appeal(accountId, { hash, now }, decide) {
    const { rows } = await tx.query<AccountRow>(
      `select ${ACCOUNT_COLUMNS} from accounts
       where id = $1 and appeal_token_hash = $2 and appeal_token_expires_at > $3 for no key update`,
      [accountId, hash, now],
    )
    if (!rows[0]) throw new DomainError('appeal_expired')
    const event = decide(toAccount(rows[0]))
    await tx.query(
      `update accounts set suspension_appealed_at = $2, appeal_token_hash = null, appeal_token_expires_at = null
       where id = $1`,
      [accountId, now],
    )
    await appendToPostgresOutbox(tx, event)
  },
})

async function lockAccount(tx: Queryable, id: string): Promise<Account | undefined> {
  const { rows } = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from accounts where id = $1 for no key update`,
    [id],
  )
  return rows[0] && toAccount(rows[0])
}

async function storeChange(tx: Queryable, id: string, { suspension, event }: SuspensionChange): Promise<void> {
  await tx.query(
    `update accounts set suspended_at = $2, suspended_until = $3, suspension_rule = $4, suspension_report_id = $5,
       suspension_appealed_at = null, appeal_token_hash = null, appeal_token_expires_at = null
     where id = $1`,
    [id, suspension?.at, suspension?.until, suspension?.rule, suspension?.reportId],
  )
  await appendToPostgresOutbox(tx, event)
}
