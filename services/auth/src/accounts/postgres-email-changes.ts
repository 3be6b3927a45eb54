import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { isUniqueViolation, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { confirmPendingEmail } from '../email/email-change.ts'
import {
  deleteMailLinks,
  type MailLinkTarget,
  type MailLinkUse,
  takeMailLink,
} from '../mail/postgres-mail-link-repository.ts'
import { insertMail } from '../mail/postgres-mail-queue.ts'
import { type Account, isSameEmail, type PendingEmail, toEmailKey } from './account.ts'
import type { AccountRepository } from './account-repository.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './postgres-account-row.ts'

/** Reads an account and locks it until the transaction ends. @throws link_invalid if there is none */
export async function lockAccount(tx: Queryable, id: string): Promise<Account> {
  const { rows } = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from accounts where id = $1 for no key update`,
    [id],
  )
  if (!rows[0]) throw new DomainError('link_invalid')
  return toAccount(rows[0])
}

/**
 * Uses a link of an account that was mailed to `address`; the other links of the account for the purpose end.
 * @throws link_invalid if it cannot be used, is of another account, or was mailed to another address
 */
export async function useMailLink(
  tx: Queryable,
  { _id }: Account,
  address: string,
  use: MailLinkUse,
): Promise<MailLinkTarget> {
  const link = await takeMailLink(tx, use)
  if (link?.accountId !== _id || !isSameEmail(link.email, address)) throw new DomainError('link_invalid')
  await deleteMailLinks(tx, _id, use.purpose)
  return link
}

type EmailChanges = Pick<
  AccountRepository,
  'verifyEmail' | 'setPendingEmail' | 'confirmEmailChange' | 'refuseEmailChange'
>

/** Creates the part of the account repository on PostgreSQL that proves and changes addresses. */
export const createPostgresEmailChanges = (pool: Pool): EmailChanges => ({
  verifyEmail: ({ accountId, tokenHash, time, toEvent }) =>
    withPostgresTransaction(pool, async (tx) => {
      const account = await lockAccount(tx, accountId)
      await useMailLink(tx, account, account.email, { tokenHash, purpose: 'verify_email', now: time })
      if (account.emailVerified) return
      await tx.query('update accounts set email_verified = true where id = $1', [accountId])
      await appendToPostgresOutbox(tx, toEvent())
    }),

  setPendingEmail: ({ accountId, pendingEmail, mails }) =>
    withPostgresTransaction(pool, async (tx) => {
      await storePendingEmail(tx, accountId, pendingEmail)
      await endEmailChangeLinks(tx, accountId)
      for (const mail of mails) await insertMail(tx, mail)
    }),

  confirmEmailChange: ({ accountId, tokenHash, purpose, time, toEvent, notice }) =>
    withPostgresTransaction(pool, async (tx) => {
      const account = await lockAccount(tx, accountId)
      const confirmed = confirmPendingEmail(account, purpose, time)
      if (!confirmed) throw new DomainError('link_invalid')
      const { pendingEmail, isComplete } = confirmed
      const address = purpose === 'change_email' ? pendingEmail.email : account.email
      await useMailLink(tx, account, address, { tokenHash, purpose, now: time })
      if (!isComplete) {
        await storePendingEmail(tx, accountId, pendingEmail)
        return false
      }
      const { rowCount } = await tx.query(
        `update accounts set email = $2, email_key = $3, email_verified = true where id = $1
           and not exists (select from accounts where email_key = $3 and id <> $1)`,
        [accountId, pendingEmail.email, toEmailKey(pendingEmail.email)],
      )
      if (rowCount === 0) throw new DomainError('link_invalid')
      await storePendingEmail(tx, accountId, undefined)
      await endEmailChangeLinks(tx, accountId)
      await insertMail(tx, notice)
      await appendToPostgresOutbox(tx, toEvent())
      return true
    }).catch((error) => {
      throw isUniqueViolation(error, 'accounts_email_key_key') ? new DomainError('link_invalid') : error // another account took it concurrently
    }),

  refuseEmailChange: ({ accountId, tokenHash, time }) =>
    withPostgresTransaction(pool, async (tx) => {
      const account = await lockAccount(tx, accountId)
      if (!account.pendingEmail) throw new DomainError('link_invalid')
      await useMailLink(tx, account, account.email, { tokenHash, purpose: 'approve_email_change', now: time })
      await storePendingEmail(tx, accountId, undefined)
      await endEmailChangeLinks(tx, accountId)
    }),
})

const storePendingEmail = (tx: Queryable, accountId: string, pending: PendingEmail | undefined) =>
  tx.query(
    `update accounts set pending_email = $2, pending_email_proved = $3, pending_email_approved = $4,
       pending_email_expires_at = $5
     where id = $1`,
    [
      accountId,
      pending?.email ?? null,
      pending?.isProved ?? false,
      pending?.isApproved ?? false,
      pending?.expiresAt ?? null,
    ],
  )

async function endEmailChangeLinks(tx: Queryable, accountId: string): Promise<void> {
  await deleteMailLinks(tx, accountId, 'change_email')
  await deleteMailLinks(tx, accountId, 'approve_email_change')
}
