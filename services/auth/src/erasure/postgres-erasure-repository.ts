import { appendToPostgresOutbox } from '@meadow/events'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/postgres-account-row.ts'
import { type MailContext, toResetReason } from '../mail/mail.ts'
import { insertMail } from '../mail/postgres-mail-queue.ts'
import type { AccountsTable, ErasureConfirmationsTable, ErasuresTable, FormerUsernamesTable } from '../schema.ts'
import {
  ERASING_SERVICES,
  type ErasedPart,
  type ErasedPartStore,
  type ErasureRepository,
  hashErasedUsername,
} from './erasure.ts'

type DueRow = AccountRow & Pick<AccountsTable, 'mail_origin'> & { mail_language: MailContext['language'] | null }
type PartRow = Pick<ErasureConfirmationsTable, 'service' | 'erased_at'> & Pick<ErasedPart, 'counts'>

/** Creates the repository of erasures on PostgreSQL. */
export const createPostgresErasureRepository = (pool: PostgresPool): ErasureRepository => ({
  eraseDue: (now, plan) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows } = await tx.query<DueRow>(
        `select ${ACCOUNT_COLUMNS}, mail_origin, mail_language from accounts
         where erases_at <= $1 order by erases_at limit 1 for update skip locked`,
        [now],
      )
      const [row] = rows
      if (!row) return false
      const account = toAccount(row)
      const { mail_origin: origin, mail_language: language } = row
      const { erasure, event, mail } = plan(account, origin && language ? { origin, language } : undefined)
      const former = await tx.query<FormerUsernamesTable>('select * from former_usernames where account_id = $1', [
        account._id,
      ])
      const usernames = [account.username, ...former.rows.map(({ username }) => username)]
      await tx.query('insert into erased_usernames (username_hash) select unnest($1::bytea[]) on conflict do nothing', [
        usernames.map(hashErasedUsername),
      ])
      await tx.query('insert into erasures (member_id, receipt_id, erased_at) values ($1, $2, $3)', [
        erasure.memberId,
        erasure.receiptId,
        erasure.erasedAt,
      ])
      await tx.query('delete from accounts where id = $1', [account._id]) // and its former usernames, sessions, devices, mails and links
      await tx.query('delete from mails where reason = $1', [toResetReason(account.email)])
      if (mail) await insertMail(tx, mail)
      await appendToPostgresOutbox(tx, event)
      return true
    }),

  async findReceipt(receiptId) {
    const { rows } = await pool.query<ErasuresTable>('select * from erasures where receipt_id = $1', [receiptId])
    const [row] = rows
    if (!row) return undefined
    const parts = await pool.query<PartRow>(
      'select service, counts, erased_at from erasure_confirmations where member_id = $1',
      [row.member_id],
    )
    return {
      erasure: { memberId: row.member_id, receiptId, erasedAt: row.erased_at },
      parts: parts.rows.map(({ service, counts, erased_at }) => ({ service, counts, erasedAt: erased_at })),
    }
  },

  async countOverdue(overdueBefore) {
    const { rows } = await pool.query<{ service: (typeof ERASING_SERVICES)[number]; count: number }>(
      `select service, count(*)::int as count from erasures e, unnest($2::text[]) as service
       where e.erased_at < $1
         and not exists (select from erasure_confirmations p where p.member_id = e.member_id and p.service = service.service)
       group by service`,
      [overdueBefore, [...ERASING_SERVICES]],
    )
    const counts = new Map(rows.map(({ service, count }) => [service, count]))
    return Object.fromEntries(ERASING_SERVICES.map((service) => [service, counts.get(service) ?? 0])) as Record<
      (typeof ERASING_SERVICES)[number],
      number
    >
  },

  async deleteReceipts(before) {
    await pool.query('delete from erasures where erased_at < $1', [before])
  },
})

/** Creates the store of confirmed parts in the transaction `tx`. */
export const createPostgresErasedPartStore = (tx: Queryable): ErasedPartStore => ({
  async add(memberId, { service, counts, erasedAt }) {
    await tx.query(
      `insert into erasure_confirmations (member_id, service, counts, erased_at)
       select member_id, $2, $3, $4 from erasures where member_id = $1 on conflict do nothing`,
      [memberId, service, JSON.stringify(counts), erasedAt],
    )
  },
})
