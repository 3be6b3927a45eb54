import type { AccountsTable } from '../schema.ts'
import type { Account } from './account.ts'

/** The columns of an account, without its password hash. */
export const ACCOUNT_COLUMNS = `id, username, email, full_name, email_verified, has_password, role, plan, is_welcomed, deactivated_at, erases_at,
   keeps_messages, renamed_at, suspended_at, suspended_until, suspension_rule,
   suspension_report_id, suspension_appealed_at, account_version, created_at,
   pending_email, pending_email_proved, pending_email_approved, pending_email_expires_at`

export type AccountRow = Omit<
  AccountsTable,
  | 'email_key'
  | 'password_hash'
  | 'restore_token_hash'
  | 'restore_token_expires_at'
  | 'appeal_token_hash'
  | 'appeal_token_expires_at'
  | 'mail_origin'
  | 'mail_language'
  | 'username_version'
> & { role: Account['role'] }

/** Converts a row to an account. */
export const toAccount = (row: AccountRow): Account => ({
  _id: row.id,
  username: row.username,
  email: row.email,
  fullName: row.full_name,
  emailVerified: row.email_verified,
  pendingEmail:
    row.pending_email !== null && row.pending_email_expires_at
      ? {
          email: row.pending_email,
          isProved: row.pending_email_proved,
          isApproved: row.pending_email_approved,
          expiresAt: row.pending_email_expires_at,
        }
      : undefined,
  hasPassword: row.has_password,
  role: row.role,
  plan: row.plan,
  isWelcomed: row.is_welcomed,
  deactivatedAt: row.deactivated_at ?? undefined,
  erasesAt: row.erases_at ?? undefined,
  keepsMessages: row.keeps_messages,
  renamedAt: row.renamed_at ?? undefined,
  suspension: row.suspended_at
    ? {
        at: row.suspended_at,
        until: row.suspended_until,
        rule: row.suspension_rule ?? '',
        reportId: row.suspension_report_id,
        isAppealed: row.suspension_appealed_at !== null,
      }
    : undefined,
  version: row.account_version,
  createdAt: row.created_at,
})
