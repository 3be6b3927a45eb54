import { describe, expect, it } from '@jest/globals'
import { composeMail } from './compose-mail.ts'
import { MAIL_LANGUAGES, type MailKind, planMailRetry } from './mail.ts'
import { renderMailHtml, renderMailText } from './mail-blocks.ts'

const requestedAt = new Date('2026-03-02T12:00:00.000Z')
const later = (seconds: number) => new Date(requestedAt.getTime() + seconds * 1_000)

describe('the retry of a mail', () => {
  it('comes after half a minute, doubling to an hour', () => {
    const waits = [1, 2, 3, 8, 20].map((attempts) => planMailRetry({ requestedAt, attempts }, 'temporary', requestedAt))
    expect(waits).toEqual([30, 60, 120, 3_600, 3_600].map(later))
  })

  it('comes after an hour if the server may have accepted the mail', () => {
    expect(planMailRetry({ requestedAt, attempts: 1 }, 'unknown', requestedAt)).toEqual(later(3_600))
  })

  it('is given up after a day, and at once if the server refuses the recipient', () => {
    const mail = { requestedAt, attempts: 20 }
    expect(planMailRetry(mail, 'temporary', later(23 * 3_600))).toEqual(later(24 * 3_600))
    expect(planMailRetry(mail, 'temporary', later(23 * 3_600 + 1))).toBeUndefined()
    expect(planMailRetry(mail, 'refused', requestedAt)).toBeUndefined()
  })
})

describe('the content of a mail', () => {
  const account = {
    username: 'eve',
    fullName: '<img src=x onerror=alert(1)> "&\'',
    email: '<img>@example.org',
    pendingEmail: { email: '"<img>"@example.org', isProved: false, isApproved: false, expiresAt: requestedAt },
  }
  const url = 'https://meadow.example/reset-password?token=a&b="'

  const KINDS: readonly MailKind[] = [
    'reset_password',
    'verify_email',
    'change_email',
    'approve_email_change',
    'new_device',
  ]
  it.each(MAIL_LANGUAGES.flatMap((language) => KINDS.map((kind) => ({ kind, language }))))(
    'is the same in HTML and in text, and escapes everything: $kind, $language',
    ({ kind, language }) => {
      const content = composeMail(kind, { account, language, url, device: '<img>', time: requestedAt })
      const html = renderMailHtml(content)
      expect(html).not.toContain('<img')
      expect(html).toContain('href="https://meadow.example/reset-password?token=a&#38;b=&#34;"')
      expect(html).toContain(language === 'ar' ? '<html lang="ar" dir="rtl">' : `<html lang="${language}" dir="ltr">`)
      expect(renderMailText(content)).toContain(`\n${url}\n`)
      for (const block of content.blocks) expect(renderMailText(content)).toContain(block.text)
    },
  )

  it('loads nothing: no pictures, no scripts, no styles of others', () => {
    for (const kind of ['password_reset', 'email_changed'] as const)
      expect(renderMailHtml(composeMail(kind, { account, language: 'en', url, time: requestedAt }))).not.toMatch(
        /<(img|script|link|iframe)|url\(|@import/,
      )
  })
})
