import { expect, it } from '@jest/globals'
import { confirmPendingEmail, createPendingEmail } from './email-change.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const pendingEmail = createPendingEmail('new@example.org', now)

it('completes a change when both links were used, in either order, if the old address is proved', () => {
  for (const [first, second] of [
    ['change_email', 'approve_email_change'],
    ['approve_email_change', 'change_email'],
  ] as const) {
    const half = confirmPendingEmail({ emailVerified: true, pendingEmail }, first, now)
    expect(half?.isComplete).toBe(false)
    const both = confirmPendingEmail({ emailVerified: true, pendingEmail: half?.pendingEmail }, second, now)
    expect(both?.isComplete).toBe(true)
  }
})

it('is not completed by one link that is used twice', () => {
  const half = confirmPendingEmail({ emailVerified: true, pendingEmail }, 'change_email', now)
  const again = confirmPendingEmail({ emailVerified: true, pendingEmail: half?.pendingEmail }, 'change_email', now)
  expect(again?.isComplete).toBe(false)
})

it('needs the new address alone if the old one was never proved, and never the old one alone', () => {
  const confirm = (link: 'change_email' | 'approve_email_change') =>
    confirmPendingEmail({ emailVerified: false, pendingEmail }, link, now)?.isComplete
  expect([confirm('change_email'), confirm('approve_email_change')]).toEqual([true, false])
})

it('confirms no change that has expired, and none where there is none', () => {
  const later = new Date(now.getTime() + 48 * 3_600_000)
  expect(confirmPendingEmail({ emailVerified: false, pendingEmail }, 'change_email', later)).toBeUndefined()
  expect(confirmPendingEmail({ emailVerified: false, pendingEmail: undefined }, 'change_email', now)).toBeUndefined()
})
