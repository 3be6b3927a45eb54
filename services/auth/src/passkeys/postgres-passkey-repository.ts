import { DomainError } from '@meadow/service'
import { type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import type { WaitingMail } from '../mail/mail.ts'
import { insertMail } from '../mail/postgres-mail-queue.ts'
import type { PasskeysTable } from '../schema.ts'

/** A passkey of an account. `credentialId` is in base64url, as browsers send it. */
export type Passkey = {
  _id: string
  credentialId: string
  accountId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | undefined
}

/** What a passkey has to sign, once, until `expiresAt`. A challenge for a sign-in belongs to nobody. */
export type PasskeyChallenge = {
  challengeHash: Buffer
  purpose: 'add' | 'sign_in' | 'reauthenticate'
  accountId: string | undefined
  sessionId: string | undefined
  expiresAt: Date
}

type WaysIn = { hasPassword: boolean; connected: string[]; passkeyCount: number }

/** Stores passkeys and challenges. */
export type PasskeyRepository = {
  /** Lists the passkeys of an account, oldest first. */
  list(accountId: string): Promise<Passkey[]>
  find(credentialId: string): Promise<Passkey | undefined>
  /** Stores a passkey with its mail. Returns false if the account has `maxCount`. @throws passkey_refused if it is known already */
  add(passkey: Passkey, maxCount: number, mail: WaitingMail | undefined): Promise<boolean>
  /** Returns false if the account has no such passkey. */
  rename(accountId: string, id: string, name: string): Promise<boolean>
  /**
   * Removes a passkey with its mail, if `isAllowed` for the other ways into the account, under a lock of the account.
   * @throws passkey_not_found, last_way_in
   */
  remove(
    removal: { accountId: string; id: string; mail: WaitingMail | undefined },
    isAllowed: (others: WaysIn) => boolean,
  ): Promise<void>
  /** Stores the use of a passkey. Returns false if its counter has not grown: then it was copied, or the signature used before. */
  use(credentialId: string, counter: number, usedAt: Date): Promise<boolean>
  addChallenge(challenge: PasskeyChallenge): Promise<void>
  /** Uses a challenge. Returns false if there is none of this purpose, member and session that can be used at `now`. */
  takeChallenge(use: Omit<PasskeyChallenge, 'expiresAt'> & { now: Date }): Promise<boolean>
  deleteExpiredChallenges(now: Date): Promise<void>
}

/** Creates the repository of passkeys on PostgreSQL. */
export const createPostgresPasskeyRepository = (pool: PostgresPool): PasskeyRepository => ({
  async list(accountId) {
    const { rows } = await pool.query<PasskeysTable>(
      'select * from passkeys where account_id = $1 order by created_at, id',
      [accountId],
    )
    return rows.map(toPasskey)
  },

  async find(credentialId) {
    const { rows } = await pool.query<PasskeysTable>('select * from passkeys where credential_id = $1', [credentialId])
    return rows[0] && toPasskey(rows[0])
  },

  add: ({ _id, credentialId, accountId, publicKey, counter, transports, name, createdAt }, maxCount, mail) =>
    withPostgresTransaction(pool, async (tx) => {
      await tx.query('select from accounts where id = $1 for no key update', [accountId])
      const { rows } = await tx.query<{ count: number }>(
        'select count(*)::int as count from passkeys where account_id = $1',
        [accountId],
      )
      if ((rows[0]?.count ?? 0) >= maxCount) return false
      const { rowCount } = await tx.query(
        `insert into passkeys (id, credential_id, account_id, public_key, counter, transports, name, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
        [_id, credentialId, accountId, publicKey, counter, transports, name, createdAt],
      )
      if (rowCount === 0) throw new DomainError('passkey_refused')
      if (mail) await insertMail(tx, mail)
      return true
    }),

  async rename(accountId, id, name) {
    const { rowCount } = await pool.query('update passkeys set name = $3 where account_id = $1 and id = $2', [
      accountId,
      id,
      name,
    ])
    return rowCount === 1
  },

  remove: ({ accountId, id, mail }, isAllowed) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows: accounts } = await tx.query<{ has_password: boolean }>(
        'select has_password from accounts where id = $1 for update',
        [accountId],
      )
      const { rowCount } = await tx.query('delete from passkeys where account_id = $1 and id = $2', [accountId, id])
      if (!accounts[0] || rowCount === 0) throw new DomainError('passkey_not_found')
      const { rows: others } = await tx.query<{ connected: string[]; passkey_count: number }>(
        `select array(select provider from oauth_identities where account_id = $1) as connected,
                (select count(*)::int from passkeys where account_id = $1) as passkey_count`,
        [accountId],
      )
      const { connected = [], passkey_count: passkeyCount = 0 } = others[0] ?? {}
      const hasPassword = accounts[0].has_password
      if (!isAllowed({ hasPassword, connected, passkeyCount })) throw new DomainError('last_way_in')
      if (mail) await insertMail(tx, mail)
    }),

  async use(credentialId, counter, usedAt) {
    const { rowCount } = await pool.query(
      `update passkeys set counter = $2, last_used_at = $3
       where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
      [credentialId, counter, usedAt],
    )
    return rowCount === 1
  },

  async addChallenge({ challengeHash, purpose, accountId, sessionId, expiresAt }) {
    await pool.query(
      `insert into passkey_challenges (challenge_hash, purpose, account_id, session_id, expires_at)
       values ($1, $2, $3, $4, $5)`,
      [challengeHash, purpose, accountId, sessionId, expiresAt],
    )
  },

  async takeChallenge({ challengeHash, purpose, accountId, sessionId, now }) {
    const { rowCount } = await pool.query(
      `delete from passkey_challenges where challenge_hash = $1 and purpose = $2 and expires_at > $5
         and account_id is not distinct from $3 and session_id is not distinct from $4`,
      [challengeHash, purpose, accountId, sessionId, now],
    )
    return rowCount === 1
  },

  async deleteExpiredChallenges(now) {
    await pool.query('delete from passkey_challenges where expires_at <= $1', [now])
  },
})

const toPasskey = (row: PasskeysTable): Passkey => ({
  _id: row.id,
  credentialId: row.credential_id,
  accountId: row.account_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: row.transports,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
})
