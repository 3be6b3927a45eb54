import { appendToPostgresOutbox } from '@meadow/events'
import { EXPORTING_SERVICES } from '@meadow/members'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { MailContext } from '../mail/mail.ts'
import { insertMail } from '../mail/postgres-mail-queue.ts'
import type { AccountsTable, ExportsTable } from '../schema.ts'
import {
  type ExportedPart,
  type ExportedPartStore,
  type ExportRepository,
  MAX_PACKING_ATTEMPTS,
  type MemberExport,
} from './export.ts'

type ExportRow = ExportsTable & { part_count: number }

/** Exports that are removed in one round. */
const REMOVAL_BATCH_SIZE = 20

const SELECT_EXPORTS = `
  select e.*, (select count(*)::int from export_confirmations where export_id = e.id) as part_count from exports e`

/** Claims the oldest export that has all `$3` parts and fewer than `$4` attempts. */
const CLAIM_PACKING = `
  update exports set claimed_until = $2, attempts = attempts + 1 where id = (
    select e.id from exports e
    where e.ready_at is null and e.failed_at is null and e.account_id is not null
      and (e.claimed_until is null or e.claimed_until <= $1) and e.attempts < $4
      and (select count(*) from export_confirmations where export_id = e.id) = $3
    order by e.requested_at limit 1 for update skip locked)
  returning *`

/** Creates the repository of exports on PostgreSQL. */
export const createPostgresExportRepository = (pool: PostgresPool): ExportRepository => ({
  request: (accountId, plan, mailContext) =>
    withPostgresTransaction(pool, async (tx) => {
      await tx.query('select from accounts where id = $1 for update', [accountId]) // one request at a time
      const latest = await findLatest(tx, accountId)
      const planned = plan(latest)
      if (!planned) return latest as MemberExport
      const { _id, folder, requestedAt } = planned.added
      await tx.query(
        `insert into exports (id, account_id, folder, requested_at, mail_origin, mail_language)
         values ($1, $2, $3, $4, $5, $6)`,
        [_id, accountId, folder, requestedAt, mailContext?.origin ?? null, mailContext?.language ?? null],
      )
      await appendToPostgresOutbox(tx, planned.event)
      return planned.added
    }),

  async findLatest(accountId, now) {
    const found = await findLatest(pool, accountId)
    return found?.expiresAt && found.expiresAt <= now ? undefined : found
  },

  claimPacking: (now, until) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<ExportsTable>(CLAIM_PACKING, [
        now,
        until,
        EXPORTING_SERVICES.length,
        MAX_PACKING_ATTEMPTS,
      ])
      const [row] = rows
      if (!row) return undefined
      const parts = await tx.query<ExportedPart>(
        'select service, counts from export_confirmations where export_id = $1',
        [row.id],
      )
      const accounts = await tx.query<Pick<AccountsTable, 'id' | 'username' | 'email'>>(
        'select id, username, email from accounts where id = $1',
        [row.account_id],
      )
      const [account] = accounts.rows
      if (!account) return undefined
      const { id, username, email } = account
      const { mail_origin: origin, mail_language: language } = row
      return {
        exportId: row.id,
        folder: row.folder,
        account: { _id: id, username, email },
        parts: parts.rows,
        attempts: row.attempts,
        mailContext: origin && language ? { origin, language: language as MailContext['language'] } : undefined,
      }
    }),

  async keepClaim(exportId, until) {
    await pool.query('update exports set claimed_until = $2 where id = $1', [exportId, until])
  },

  finish: (exportId, { readyAt, expiresAt, bytes, mail }) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rowCount } = await tx.query(
        `update exports set ready_at = $2, expires_at = $3, bytes = $4, claimed_until = null
         where id = $1 and account_id is not null`,
        [exportId, readyAt, expiresAt, bytes],
      )
      if (rowCount === 0) return false
      if (mail) await insertMail(tx, mail)
      return true
    }),

  async fail(exportId, at, expiresAt) {
    await pool.query(
      'update exports set failed_at = $2, expires_at = $3 where id = $1 and ready_at is null and failed_at is null',
      [exportId, at, expiresAt],
    )
  },

  async failOverdue(requestedBefore, at, expiresAt) {
    await pool.query(
      `update exports set failed_at = $2, expires_at = $3
       where requested_at < $1 and ready_at is null and failed_at is null and account_id is not null`,
      [requestedBefore, at, expiresAt],
    )
  },

  async setLink(accountId, { tokenHash, expiresAt, now }) {
    const { rowCount } = await pool.query(
      `update exports set link_hash = $2, link_expires_at = $3 where id = (
         select id from exports where account_id = $1 and ready_at is not null and expires_at > $4
         order by requested_at desc limit 1)`,
      [accountId, tokenHash, expiresAt, now],
    )
    return rowCount === 1
  },

  async findByLink(tokenHash, now) {
    const { rows } = await pool.query<{ _id: string; folder: string; username: string }>(
      `select e.id as _id, e.folder, a.username from exports e join accounts a on a.id = e.account_id
       where e.link_hash = $1 and e.link_expires_at > $2 and e.expires_at > $2`,
      [tokenHash, now],
    )
    return rows[0]
  },

  async listRemovable(now) {
    const { rows } = await pool.query<{ _id: string; folder: string }>(
      'select id as _id, folder from exports where account_id is null or expires_at <= $1 limit $2',
      [now, REMOVAL_BATCH_SIZE],
    )
    return rows
  },

  async remove(exportId) {
    await pool.query('delete from exports where id = $1', [exportId])
  },
})

async function findLatest(db: Queryable, accountId: string): Promise<MemberExport | undefined> {
  const { rows } = await db.query<ExportRow>(
    `${SELECT_EXPORTS} where e.account_id = $1 order by e.requested_at desc limit 1`,
    [accountId],
  )
  return rows[0] && toMemberExport(rows[0])
}

const toMemberExport = (row: ExportRow): MemberExport => ({
  _id: row.id,
  accountId: row.account_id ?? undefined,
  folder: row.folder,
  partCount: row.part_count,
  requestedAt: row.requested_at,
  readyAt: row.ready_at ?? undefined,
  failedAt: row.failed_at ?? undefined,
  expiresAt: row.expires_at ?? undefined,
  bytes: row.bytes === null ? undefined : Number(row.bytes),
})

/** Creates the store of exported parts in the transaction `tx`. */
export const createPostgresExportedPartStore = (tx: Queryable): ExportedPartStore => ({
  async add(exportId, { service, counts }) {
    await tx.query(
      `insert into export_confirmations (export_id, service, counts)
       select id, $2, $3 from exports where id = $1 on conflict do nothing`,
      [exportId, service, JSON.stringify(counts)],
    )
  },
})
