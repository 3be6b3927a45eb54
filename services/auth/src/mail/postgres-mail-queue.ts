import { listenForCommitSignals, type PostgresPool, type Queryable, signalOnCommit } from '@meadow/storage'
import type { MailsTable } from '../schema.ts'
import { type ClaimedMail, MAIL_REPEAT_MS, type WaitingMail } from './mail.ts'
import type { MailQueue } from './mail-queue.ts'

type MailRow = MailsTable & Pick<WaitingMail, 'kind' | 'language'>

const DELETE_BATCH_SIZE = 1_000

const CLAIM_DUE = `
  update mails set next_attempt_at = $2, attempts = attempts + 1 where reason in (
    select reason from mails where next_attempt_at <= $1 and sent_at is null
    order by next_attempt_at limit $3 for no key update skip locked)
  returning *`

/** Creates the queue of mails on PostgreSQL. */
export const createPostgresMailQueue = (pool: PostgresPool): MailQueue => ({
  add: (mail) => insertMail(pool, mail),

  async claimDue(now, limit) {
    const untilRepeat = new Date(now.getTime() + MAIL_REPEAT_MS)
    const { rows } = await pool.query<MailRow>(CLAIM_DUE, [now, untilRepeat, limit])
    return rows.map(toClaimedMail)
  },

  async markSent(reason, at) {
    await pool.query('update mails set sent_at = $2, next_attempt_at = null where reason = $1', [reason, at])
  },

  async retry(reason, at) {
    await pool.query('update mails set next_attempt_at = $2 where reason = $1 and sent_at is null', [reason, at])
  },

  async drop(reason) {
    await pool.query('delete from mails where reason = $1 and sent_at is null', [reason])
  },

  async measureBacklog() {
    const { rows } = await pool.query<{ length: number; oldest: Date | null }>(
      'select count(*)::int as length, min(requested_at) as oldest from mails where next_attempt_at is not null',
    )
    return { length: rows[0]?.length ?? 0, oldest: rows[0]?.oldest ?? undefined }
  },

  async deleteSent(now) {
    const { rowCount } = await pool.query(
      `delete from mails where reason in (
         select reason from mails where sent_at < $1 limit $2 for update skip locked)`,
      [new Date(now.getTime() - MAIL_REPEAT_MS), DELETE_BATCH_SIZE],
    )
    return rowCount === DELETE_BATCH_SIZE
  },

  onAdded: (listener) => listenForCommitSignals(pool, listener),
})

/** Stores a waiting mail in the transaction `tx`, unless one waits or was sent for its reason within an hour. Returns true if it is stored. */
export async function insertMail(tx: Queryable, mail: WaitingMail): Promise<boolean> {
  const { reason, kind, accountId, recipient, language, origin, requestedAt } = mail
  const { rowCount } = await tx.query(
    `insert into mails (reason, kind, account_id, recipient, language, origin, requested_at, next_attempt_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (reason) do update set kind = excluded.kind, account_id = excluded.account_id,
       recipient = excluded.recipient, language = excluded.language, origin = excluded.origin,
       requested_at = excluded.requested_at, next_attempt_at = excluded.next_attempt_at, attempts = 0, sent_at = null
     where mails.sent_at <= $8`,
    [
      reason,
      kind,
      accountId,
      recipient,
      language,
      origin,
      requestedAt,
      new Date(requestedAt.getTime() - MAIL_REPEAT_MS),
    ],
  )
  signalOnCommit(tx)
  return rowCount === 1
}

/** Forgets that a mail was sent in the transaction `tx`, so that the next one for its reason is sent at once. */
export const forgetSentMail = (tx: Queryable, reason: string) =>
  tx.query('delete from mails where reason = $1 and sent_at is not null', [reason])

const toClaimedMail = (row: MailRow): ClaimedMail => ({
  reason: row.reason,
  kind: row.kind,
  accountId: row.account_id ?? undefined,
  recipient: row.recipient,
  language: row.language,
  origin: row.origin,
  requestedAt: row.requested_at,
  attempts: row.attempts,
})
