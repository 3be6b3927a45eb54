import type { Account } from '../accounts/account.ts'
import { toExportExpiry } from '../exports/export.ts'
import type { MailKind, MailLanguage } from './mail.ts'
import type { MailBlock, MailContent } from './mail-blocks.ts'
import { MAIL_TEXTS } from './texts.ts'

type MailAccount = Pick<Account, 'username' | 'fullName' | 'email' | 'pendingEmail'> &
  Partial<Pick<Account, 'erasesAt'>>

/** `url` is the address that the button opens, `device` the name of a new device, `code` what the member types, and `time` that of what the mail tells. */
type MailParts = {
  account: MailAccount | undefined
  language: MailLanguage
  url: string
  device?: string | undefined
  code?: string
  time: Date
}

/** The texts of the mails about the second factor. */
const SECOND_FACTOR_TEXTS = {
  passkey_added: {
    subject: 'mail.passkeyAddedSubject',
    title: 'mail.passkeyAddedTitle',
    text: 'mail.passkeyAddedText',
  },
  passkey_removed: { subject: 'mail.passkeyGoneSubject', title: 'mail.passkeyGoneTitle', text: 'mail.passkeyGoneText' },
  totp_on: { subject: 'mail.totpOnSubject', title: 'mail.totpOnTitle', text: 'mail.totpOnText' },
  totp_removed: { subject: 'mail.totpOffSubject', title: 'mail.totpOffTitle', text: 'mail.totpRemovedText' },
  totp_off: { subject: 'mail.totpOffSubject', title: 'mail.totpOffTitle', text: 'mail.totpOffText' },
  recovery_codes: { subject: 'mail.codesSubject', title: 'mail.codesTitle', text: 'mail.codesText' },
  recovery_code_used: { subject: 'mail.codeUsedSubject', title: 'mail.codeUsedTitle', text: 'mail.codeUsedText' },
} as const

/** Composes a mail of a kind. The mail about an erased account names nobody. */
export function composeMail(
  kind: MailKind,
  { account, language, url, device = '', code = '', time }: MailParts,
): MailContent {
  const t = MAIL_TEXTS[language]
  const paragraph = (text: string): MailBlock => ({ type: 'paragraph', text })
  const button = (text: string): MailBlock => ({ type: 'button', text, url, fallbackText: t('mail.linkFallback') })
  const frame = (subject: string, title: string, blocks: MailBlock[]): MailContent => ({
    subject,
    language,
    blocks: [
      { type: 'heading', text: title },
      ...(account ? [paragraph(t('mail.greeting', { name: account.fullName }))] : []),
      ...blocks,
      { type: 'footer', text: account ? t('mail.footer', { username: account.username }) : t('mail.erasedFooter') },
    ],
  })
  switch (kind) {
    case 'reset_password':
      return frame(t('mail.resetSubject'), t('mail.resetTitle'), [
        paragraph(t('mail.resetText')),
        button(t('mail.resetButton')),
        paragraph(t('mail.resetIgnore')),
      ])
    case 'verify_email':
      return frame(t('mail.verifySubject'), t('mail.verifyTitle'), [
        paragraph(t('mail.verifyText')),
        button(t('mail.verifyButton')),
        paragraph(t('mail.verifyIgnore')),
      ])
    case 'change_email':
      return frame(t('mail.changeSubject'), t('mail.changeTitle'), [
        paragraph(t('mail.changeText', { username: account?.username ?? '' })),
        button(t('mail.changeButton')),
        paragraph(t('mail.changeIgnore')),
      ])
    case 'approve_email_change':
      return frame(t('mail.approveSubject'), t('mail.approveTitle'), [
        paragraph(t('mail.approveText', { email: account?.pendingEmail?.email ?? '' })),
        button(t('mail.approveButton')),
        paragraph(t('mail.approveWarning')),
      ])
    case 'email_changed':
      return frame(t('mail.changedSubject'), t('mail.changedTitle'), [
        paragraph(t('mail.changedText', { email: account?.email ?? '' })),
        paragraph(t('mail.changedWarning')),
      ])
    case 'new_device':
      return frame(t('mail.newDeviceSubject'), t('mail.newDeviceTitle'), [
        paragraph(t('mail.newDeviceText', { device, time: formatMailTime(time, language) })),
        paragraph(t('mail.newDeviceIgnore')),
        paragraph(t('mail.newDeviceWarning')),
        button(t('mail.passwordResetButton')),
      ])
    case 'reauthentication_code':
      return frame(t('mail.codeSubject'), t('mail.codeTitle'), [
        paragraph(t('mail.codeText')),
        { type: 'code', text: code },
        paragraph(t('mail.codeWarning')),
      ])
    case 'passkey_added':
    case 'passkey_removed':
    case 'totp_on':
    case 'totp_off':
    case 'totp_removed':
    case 'recovery_codes':
    case 'recovery_code_used': {
      const texts = SECOND_FACTOR_TEXTS[kind]
      return frame(t(texts.subject), t(texts.title), [
        paragraph(t(texts.text)),
        paragraph(t(kind === 'passkey_added' ? 'mail.passkeyWarning' : 'mail.secondFactorWarning')),
        button(t('mail.passwordResetButton')),
      ])
    }
    case 'password_reset':
      return frame(t('mail.passwordResetSubject'), t('mail.passwordResetTitle'), [
        paragraph(t('mail.passwordResetText')),
        paragraph(t('mail.passwordResetWarning')),
        button(t('mail.passwordResetButton')),
      ])
    case 'account_deactivated':
      return frame(t('mail.deactivatedSubject'), t('mail.deactivatedTitle'), [
        paragraph(t('mail.deactivatedText')),
        button(t('mail.restoreButton')),
        paragraph(t('mail.deactivatedWarning')),
      ])
    case 'account_deletion': {
      const date = account?.erasesAt ? formatMailDate(account.erasesAt, language) : ''
      return frame(t('mail.deletionSubject', { date }), t('mail.deletionTitle', { date }), [
        paragraph(t('mail.deletionText')),
        paragraph(t('mail.deletionRestore')),
        button(t('mail.restoreButton')),
        paragraph(t('mail.deactivatedWarning')),
      ])
    }
    case 'export_ready':
      return frame(t('mail.exportSubject'), t('mail.exportTitle'), [
        paragraph(t('mail.exportText', { date: formatMailDate(toExportExpiry(time), language) })),
        button(t('mail.exportButton')),
        paragraph(t('mail.exportWarning')),
      ])
    case 'account_erased':
      return frame(t('mail.erasedSubject'), t('mail.erasedTitle'), [
        paragraph(t('mail.erasedText')),
        button(t('mail.erasedButton')),
        paragraph(t('mail.erasedSecret')),
      ])
  }
}

/** Formats the day of a time, by UTC: the time zone of the reader is not known. */
const formatMailDate = (time: Date, language: MailLanguage): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time)

/** Formats a time by UTC, which it names. */
const formatMailTime = (time: Date, language: MailLanguage): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(time)
