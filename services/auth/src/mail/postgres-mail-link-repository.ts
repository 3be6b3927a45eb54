import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Account } from '../accounts/account.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/postgres-account-row.ts'
import type { MailLink, MailLinkPurpose } from './mail-link.ts'

/** Stores the links and codes of mails. */
export type MailLinkRepository = {
  add(link: MailLink): Promise<void>
  /** Uses a link or a code; all others of its account and purpose end. Returns undefined if it cannot be used. */
  take(use: MailLinkUse): Promise<MailLinkTarget | undefined>
  /** Returns the purpose of a link that can be used at `now`. It is not used by that. */
  findPurpose(tokenHash: Buffer, now: Date): Promise<MailLink['purpose'] | undefined>
  /** Returns the account of a link that can be used at `now`. It is not used by that. */
  findAccount(tokenHash: Buffer, purpose: MailLinkPurpose, now: Date): Promise<Account | undefined>
  /** Deletes the links that have expired. */
  deleteExpired(now: Date): Promise<void>
}

/** Creates the repository of links on PostgreSQL. */
export const createPostgresMailLinkRepository = (pool: PostgresPool): MailLinkRepository => ({
  async add({ tokenHash, purpose, accountId, email, expiresAt }) {
    await pool.query(
      `insert into mail_links (token_hash, purpose, account_id, email, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (token_hash) do update set expires_at = excluded.expires_at`, // a code that the account had before
      [tokenHash, purpose, accountId, email, expiresAt],
    )
  },

  take: (use) =>
    withPostgresTransaction(pool, async (tx) => {
      const target = await takeMailLink(tx, use)
      if (target) await deleteMailLinks(tx, target.accountId, use.purpose)
      return target
    }),

  async findPurpose(tokenHash, now) {
    const { rows } = await pool.query<{ purpose: MailLink['purpose'] }>(
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
export type MailLinkUse = { tokenHash: Buffer; purpose: MailLink['purpose']; now: Date }
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
export const deleteMailLinks = (tx: Queryable, accountId: string, purpose: MailLink['purpose']) =>
  tx.query('delete from mail_links where account_id = $1 and purpose = $2', [accountId, purpose])
