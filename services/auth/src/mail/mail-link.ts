import { createHash, randomBytes, randomInt } from 'node:crypto'
import { MAIL_LINK_PATHS } from '@meadow/contracts/limits'
import type { MailKind } from './mail.ts'

/** The purpose of a link. Its page sends the token by POST: opening the link alone, as scanners of mails do, changes nothing. */
export type MailLinkPurpose = keyof typeof MAIL_LINK_PATHS

const HOUR_MS = 3_600_000
/** The time for which the code of a mail can be used, from the attempt to send it. */
const MAIL_CODE_LIFETIME_MS = 600_000

/** The time for which a link can be used, from the attempt to send its mail. */
const MAIL_LINK_LIFETIME_MS: Record<MailLinkPurpose, number> = {
  reset_password: HOUR_MS,
  verify_email: 24 * HOUR_MS,
  change_email: 24 * HOUR_MS,
  approve_email_change: 24 * HOUR_MS,
}

/** The purpose of the link in a kind of mail. Other mails have no link with a token. */
export const MAIL_LINK_PURPOSES: Partial<Record<MailKind, MailLinkPurpose>> = {
  reset_password: 'reset_password',
  verify_email: 'verify_email',
  change_email: 'change_email',
  approve_email_change: 'approve_email_change',
}

/** A link of a mail, or a code that the member types, usable once until `expiresAt`. Only the hash of its token is stored. */
export type MailLink = {
  tokenHash: Buffer
  purpose: MailLinkPurpose | 'reauthenticate'
  accountId: string
  email: string
  expiresAt: Date
}

/** Hashes the token of a link. Any text has a hash, so that a malformed token is just an unknown one. */
export const hashMailToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Creates a link and the URL with its token of 32 random bytes, which only the mail contains. */
export function createMailLink(
  { purpose, accountId, email }: Pick<MailLink, 'accountId' | 'email'> & { purpose: MailLinkPurpose },
  { origin, now }: { origin: string; now: Date },
): { link: MailLink; url: string } {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + MAIL_LINK_LIFETIME_MS[purpose])
  return {
    link: { tokenHash: hashMailToken(token), purpose, accountId, email, expiresAt },
    url: `${origin}${MAIL_LINK_PATHS[purpose]}?token=${token}`,
  }
}

/** Hashes the code of a mail with its account, so that the codes of others are unknown ones. Ignores white space in it. */
export const hashMailCode = (accountId: string, code: string): Buffer =>
  hashMailToken(`${accountId}:${code.replaceAll(/\s/g, '')}`)

/** Creates a code of six digits, which only the mail contains. Limits of wrong ones make it unguessable. */
export function createMailCode(
  { accountId, email }: Pick<MailLink, 'accountId' | 'email'>,
  now: Date,
): { link: MailLink; code: string } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(now.getTime() + MAIL_CODE_LIFETIME_MS)
  return {
    link: { tokenHash: hashMailCode(accountId, code), purpose: 'reauthenticate', accountId, email, expiresAt },
    code,
  }
}
