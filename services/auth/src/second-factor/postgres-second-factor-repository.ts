import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { WaitingMail } from '../mail/mail.ts'
import { insertMail } from '../mail/postgres-mail-queue.ts'
import type { OAuthFlowHashes } from '../oauth/oauth-flow.ts'
import type { PendingSignInsTable, TotpSecretsTable } from '../schema.ts'
import { endAllSessions } from '../sessions/postgres-session-repository.ts'
import type { SessionCutoff } from '../sessions/session.ts'
import type { EndAllChange } from '../sessions/session-repository.ts'

/** The secret of an authenticator app, as it is stored. While `isOn` is false it waits for its first code. */
type TotpSecret = { secret: string; createdAt: Date; isOn: boolean; recoveryCodeCount: number }

/** A sign-in whose first factor was right, and which waits for the second. */
export type PendingSignIn = {
  tokenHash: Buffer
  accountId: string
  reason: 'known_device' | 'new_device' | 'provider' | 'passkey'
  remember: boolean
  /** The sign-in through a provider whose identity is connected by the second factor. */
  link?: OAuthFlowHashes | undefined
  createdAt: Date
  expiresAt: Date
}

/** A change of the second factor with the mail about it, stored in one transaction. */
type Change = { accountId: string; mail: WaitingMail | undefined }

/** Stores second factors, and the sign-ins that wait for them. */
export type SecondFactorRepository = {
  find(accountId: string): Promise<TotpSecret | undefined>
  /** Stores a secret that waits, in place of an earlier one that does. Returns false if the app of the account is on. */
  propose(proposal: { accountId: string; secret: string; time: Date }): Promise<boolean>
  /** Turns the app with a secret on by the code of `step`. Returns false if that secret does not wait any more. */
  confirm(
    change: Change & { secret: string; step: number; codeHashes: readonly Buffer[]; time: Date },
  ): Promise<boolean>
  /** Turns the app off. Returns false if it was not on. */
  turnOff(change: Change): Promise<boolean>
  /** Turns the app off, and ends all sessions of the account. Returns undefined if it was not on. */
  remove(change: Change & EndAllChange): Promise<SessionCutoff | undefined>
  /** Replaces the recovery codes. Returns false if the app is not on. */
  replaceRecoveryCodes(change: Change & { codeHashes: readonly Buffer[] }): Promise<boolean>
  /** Uses the code of a time step. Returns false if one of that step, or of a later one, counted already. */
  takeStep(accountId: string, step: number): Promise<boolean>
  /** Uses a recovery code. Returns false if the account has no such one. */
  takeRecoveryCode(use: Change & { codeHash: Buffer }): Promise<boolean>
  addPendingSignIn(pending: PendingSignIn): Promise<void>
  findPendingSignIn(tokenHash: Buffer, now: Date): Promise<PendingSignIn | undefined>
  /** Uses a sign-in that waits. Returns false if it was used, or has expired. */
  takePendingSignIn(tokenHash: Buffer, now: Date): Promise<boolean>
  /** Deletes sign-ins that have expired, and secrets that wait since before `proposedBefore`. */
  deleteExpired(now: Date, proposedBefore: Date): Promise<void>
  /** Changes a batch of the secrets that do not begin with `prefix`. Returns true if there may be more. */
  encryptAgain(prefix: string, encrypt: (accountId: string, stored: string) => string): Promise<boolean>
}

const BATCH_SIZE = 500

/** Creates the repository of second factors on PostgreSQL. */
export const createPostgresSecondFactorRepository = (pool: PostgresPool): SecondFactorRepository => ({
  async find(accountId) {
    const { rows } = await pool.query<TotpSecretsTable & { code_count: number }>(
      `select *, (select count(*)::int from recovery_codes c where c.account_id = t.account_id) as code_count
       from totp_secrets t where account_id = $1`,
      [accountId],
    )
    const [row] = rows
    return (
      row && {
        secret: row.secret,
        createdAt: row.created_at,
        isOn: row.confirmed_at !== null,
        recoveryCodeCount: row.code_count,
      }
    )
  },

  async propose({ accountId, secret, time }) {
    const { rowCount } = await pool.query(
      `insert into totp_secrets (account_id, secret, created_at) values ($1, $2, $3)
       on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at
         where totp_secrets.confirmed_at is null`,
      [accountId, secret, time],
    )
    return rowCount === 1
  },

  confirm: ({ accountId, secret, step, codeHashes, time, mail }) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rowCount } = await tx.query(
        `update totp_secrets set confirmed_at = $3, last_step = $4
         where account_id = $1 and secret = $2 and confirmed_at is null`,
        [accountId, secret, time, step],
      )
      if (rowCount === 0) return false
      await insertCodes(tx, accountId, codeHashes)
      if (mail) await insertMail(tx, mail)
      return true
    }),

  turnOff: (change) => withPostgresTransaction(pool, (tx) => deleteApp(tx, change)),

  remove: ({ mail, ...end }) =>
    withPostgresTransaction(pool, async (tx) => {
      await tx.query('select from accounts where id = $1 for no key update', [end.accountId])
      const isDeleted = await deleteApp(tx, { accountId: end.accountId, mail })
      return isDeleted ? endAllSessions(tx, end) : undefined
    }),

  replaceRecoveryCodes: ({ accountId, codeHashes, mail }) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rowCount } = await tx.query(
        'select from totp_secrets where account_id = $1 and confirmed_at is not null for update',
        [accountId],
      )
      if (rowCount === 0) return false
      await tx.query('delete from recovery_codes where account_id = $1', [accountId])
      await insertCodes(tx, accountId, codeHashes)
      if (mail) await insertMail(tx, mail)
      return true
    }),

  async takeStep(accountId, step) {
    const { rowCount } = await pool.query(
      'update totp_secrets set last_step = $2 where account_id = $1 and confirmed_at is not null and last_step < $2',
      [accountId, step],
    )
    return rowCount === 1
  },

  takeRecoveryCode: ({ accountId, codeHash, mail }) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rowCount } = await tx.query('delete from recovery_codes where account_id = $1 and code_hash = $2', [
        accountId,
        codeHash,
      ])
      if (rowCount === 1 && mail) await insertMail(tx, mail)
      return rowCount === 1
    }),

  async addPendingSignIn({ tokenHash, accountId, reason, remember, link, createdAt, expiresAt }) {
    await pool.query(
      `insert into pending_sign_ins (token_hash, account_id, reason, remember, created_at, expires_at,
                                     oauth_token_hash, oauth_browser_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tokenHash, accountId, reason, remember, createdAt, expiresAt, link?.tokenHash, link?.browserHash],
    )
  },

  async findPendingSignIn(tokenHash, now) {
    const { rows } = await pool.query<PendingSignInsTable & { reason: PendingSignIn['reason'] }>(
      'select * from pending_sign_ins where token_hash = $1 and expires_at > $2',
      [tokenHash, now],
    )
    const [row] = rows
    return (
      row && {
        tokenHash,
        accountId: row.account_id,
        reason: row.reason,
        remember: row.remember,
        link:
          row.oauth_token_hash && row.oauth_browser_hash
            ? { tokenHash: row.oauth_token_hash, browserHash: row.oauth_browser_hash }
            : undefined,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }
    )
  },

  async takePendingSignIn(tokenHash, now) {
    const { rowCount } = await pool.query('delete from pending_sign_ins where token_hash = $1 and expires_at > $2', [
      tokenHash,
      now,
    ])
    return rowCount === 1
  },

  async deleteExpired(now, proposedBefore) {
    await pool.query('delete from pending_sign_ins where expires_at <= $1', [now])
    await pool.query('delete from totp_secrets where confirmed_at is null and created_at <= $1', [proposedBefore])
  },

  encryptAgain: (prefix, encrypt) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<Pick<TotpSecretsTable, 'account_id' | 'secret'>>(
        'select account_id, secret from totp_secrets where not starts_with(secret, $1) limit $2 for update skip locked',
        [prefix, BATCH_SIZE],
      )
      for (const { account_id, secret } of rows)
        await tx.query('update totp_secrets set secret = $2 where account_id = $1', [
          account_id,
          encrypt(account_id, secret),
        ])
      return rows.length === BATCH_SIZE
    }),
})

const insertCodes = (tx: Queryable, accountId: string, codeHashes: readonly Buffer[]) =>
  tx.query('insert into recovery_codes (account_id, code_hash) select $1, unnest($2::bytea[]) on conflict do nothing', [
    accountId,
    codeHashes,
  ])

async function deleteApp(tx: Queryable, { accountId, mail }: Change): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from totp_secrets where account_id = $1 and confirmed_at is not null', // and its recovery codes
    [accountId],
  )
  if (rowCount === 0) return false
  await tx.query('delete from pending_sign_ins where account_id = $1', [accountId])
  if (mail) await insertMail(tx, mail)
  return true
}
