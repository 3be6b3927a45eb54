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
    if (!account) throw new DomainError('member_not_found')
    const change = decide(account)
    if (change) await storeChange(tx, accountId, change)
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
  await tx.query('update accounts set suspended_at = $2, suspended_until = $3, suspension_rule = $4 where id = $1', [
    id,
    suspension?.at ?? null,
    suspension?.until ?? null,
    suspension?.rule ?? null,
  ])
  await appendToPostgresOutbox(tx, event)
}
