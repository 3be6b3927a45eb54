import { appendToPostgresOutbox } from '@meadow/events'
import { withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/postgres-account-row.ts'
import { endAllSessions } from '../sessions/postgres-session-repository.ts'
import type { RoleRepository } from './role-repository.ts'

/** Creates the role repository on PostgreSQL. */
export const createPostgresRoleRepository = (pool: Pool): RoleRepository => ({
  async list() {
    const { rows } = await pool.query<AccountRow>(
      `select ${ACCOUNT_COLUMNS} from accounts where role <> 'member' order by username limit 500`,
    )
    return rows.map(toAccount)
  },

  change: (username, decide, toEnding) =>
    withPostgresTransaction(pool, async (tx) => {
      // in one order, so that two admins who change each other wait instead of blocking each other
      const { rows } = await tx.query<AccountRow>(
        `select ${ACCOUNT_COLUMNS} from accounts where id in
           (select id from accounts where role <> 'member' and role = 'admin' union select id from accounts where username = $1)
         order by id for update`,
        [username],
      )
      const accounts = rows.map(toAccount)
      const account = accounts.find((one) => one.username === username)
      const adminIds = accounts.filter(({ role }) => role === 'admin').map(({ _id }) => _id)
      const change = decide({ account, adminIds })
      if (!account || !change) return { account, cutoff: undefined }
      await tx.query('update accounts set role = $2 where id = $1', [account._id, change.role])
      await appendToPostgresOutbox(tx, change.event)
      const cutoff = change.endsSessions ? await endAllSessions(tx, toEnding(account)) : undefined
      return { account: { ...account, role: change.role }, cutoff }
    }),
})
