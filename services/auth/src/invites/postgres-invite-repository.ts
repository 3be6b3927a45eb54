import type { DomainEvent } from '@meadow/contracts'
import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { InvitesTable } from '../schema.ts'
import { type Invite, inviteUsableSql, MAX_INVITES, type NewInvite } from './invite.ts'

/** Stores the invites of admins. */
export type InviteRepository = {
  /** Stores an invite with its event. Returns it, or undefined if there are `MAX_INVITES` already. */
  add(invite: NewInvite, event: DomainEvent): Promise<Invite | undefined>
  /** Lists the invites that have not expired, newest first. */
  list(now: Date): Promise<Invite[]>
  /** Returns the invite with this hash of a token; undefined if there is none. It is not used by that. */
  find(tokenHash: Buffer): Promise<Invite | undefined>
  /** Deletes an invite, and stores the event that `toEvent` creates for its note. Returns false if there is none. */
  revoke(id: string, toEvent: (note: string) => DomainEvent): Promise<boolean>
  deleteExpired(now: Date): Promise<void>
}

type InviteRow = Omit<InvitesTable, 'token_hash' | 'created_by'> & { username: string }

const READ_INVITES = `select i.id, i.note, i.max_uses, i.uses, a.username, i.created_at, i.expires_at
  from invites i join accounts a on a.id = i.created_by`

/** Creates the repository of invites on PostgreSQL. */
export const createPostgresInviteRepository = (pool: PostgresPool): InviteRepository => ({
  add: ({ _id, tokenHash, note, maxUses, accountId, createdAt, expiresAt }, event) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<InviteRow>(
        `with added as (
           insert into invites (id, token_hash, note, max_uses, created_by, created_at, expires_at)
           select $1::uuid, $2::bytea, $3::text, $4::integer, $5::uuid, $6::timestamptz, $7::timestamptz
           where (select count(*) from invites where expires_at > $6) < $8
           returning *)
         select i.id, i.note, i.max_uses, i.uses, a.username, i.created_at, i.expires_at
         from added i join accounts a on a.id = i.created_by`,
        [_id, tokenHash, note, maxUses, accountId, createdAt, expiresAt, MAX_INVITES],
      )
      if (!rows[0]) return undefined
      await appendToPostgresOutbox(tx, event)
      return toInvite(rows[0])
    }),

  async list(now) {
    const { rows } = await pool.query<InviteRow>(
      `${READ_INVITES} where i.expires_at > $1 order by i.created_at desc, i.id desc limit ${MAX_INVITES}`,
      [now],
    )
    return rows.map(toInvite)
  },

  async find(tokenHash) {
    const { rows } = await pool.query<InviteRow>(`${READ_INVITES} where i.token_hash = $1`, [tokenHash])
    return rows[0] && toInvite(rows[0])
  },

  revoke: (id, toEvent) =>
    withPostgresTransaction(pool, async (tx) => {
      const text = 'delete from invites where id = $1 returning note'
      const { rows } = await tx.query<Pick<InvitesTable, 'note'>>(text, [id])
      if (!rows[0]) return false
      await appendToPostgresOutbox(tx, toEvent(rows[0].note))
      return true
    }),

  async deleteExpired(now) {
    await pool.query('delete from invites where expires_at <= $1', [now])
  },
})

/**
 * Counts the use of an invite at the time `now`, in the transaction that stores the account. Two registrations with the last use wait
 * for each other here. @throws invite_invalid if the invite cannot be used
 */
export async function countInviteUse(tx: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `update invites set uses = uses + 1 where token_hash = $1 and ${inviteUsableSql('$2')}`,
    [tokenHash, now],
  )
  if (rowCount === 0) throw new DomainError('invite_invalid')
}

const toInvite = (row: InviteRow): Invite => ({
  _id: row.id,
  note: row.note,
  maxUses: row.max_uses,
  uses: row.uses,
  createdBy: row.username,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
