import type { PostgresPool, Queryable } from '@meadow/storage'
import type { Account } from '../accounts/account.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/postgres-account-row.ts'
import type { MailLink, MailLinkPurpose } from './mail-link.ts'

/** Stores the links of mails. */
export type MailLinkRepository = {
  add(link: MailLink): Promise<void>
  /** Returns the purpose of a link that can be used at `now`. It is not used by that. */
  findPurpose(tokenHash: Buffer, now: Date): Promise<MailLinkPurpose | undefined>
  /** Returns the account of a link that can be used at `now`. It is not used by that. */
  findAccount(tokenHash: Buffer, purpose: MailLinkPurpose, now: Date): Promise<Account | undefined>
  /** Deletes the links that have expired. */
  deleteExpired(now: Date): Promise<void>
}

/** Creates the repository of links on PostgreSQL. */
export const createPostgresMailLinkRepository = (pool: PostgresPool): MailLinkRepository => ({
  async add({ tokenHash, purpose, accountId, email, expiresAt }) {
    await pool.query(
      'insert into mail_links (token_hash, purpose, account_id, email, expires_at) values ($1, $2, $3, $4, $5)',
      [tokenHash, purpose, accountId, email, expiresAt],
    )
  },

  async findPurpose(tokenHash, now) {
    const { rows } = await pool.query<{ purpose: MailLinkPurpose }>(
      'select purpose from mail_links where token_hash = $1 and expires_at > $2',
      [tokenHash, now],
    )
    return rows[0]?.purpose
  },

  async findAccount(tokenHash, purpose, now) {
    const { rows } = await pool.query<AccountRow>(
      `select ${ACCOUNT_COLUMNS} from accounts where id = (
         select account_id from mail_links where token_hash = $1 and purpose = $2 and expires_at > $3)`,
      [tokenHash, purpose, now],
    )
    return rows[0] && toAccount(rows[0])
  },

  async deleteExpired(now) {
    await pool.query('delete from mail_links where expires_at <= $1', [now])
  },
})

/** The use of a link at the time `now`, for one purpose. */
export type MailLinkUse = { tokenHash: Buffer; purpose: MailLinkPurpose; now: Date }
export type MailLinkTarget = Pick<MailLink, 'accountId' | 'email'>

/** Uses a link in the transaction `tx`. Returns its account and address; undefined if it cannot be used at `now`, or was used. */
export async function takeMailLink(
  tx: Queryable,
  { tokenHash, purpose, now }: MailLinkUse,
): Promise<MailLinkTarget | undefined> {
  const { rows } = await tx.query<{ account_id: string; email: string }>(
    'delete from mail_links where token_hash = $1 and purpose = $2 and expires_at > $3 returning account_id, email',
    [tokenHash, purpose, now],
  )
  return rows[0] && { accountId: rows[0].account_id, email: rows[0].email }
}

/** Deletes all links of an account for a purpose in the transaction `tx`. */
export const deleteMailLinks = (tx: Queryable, accountId: string, purpose: MailLinkPurpose) =>
  tx.query('delete from mail_links where account_id = $1 and purpose = $2', [accountId, purpose])
