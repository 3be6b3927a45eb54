import { readStoredSession } from '../session/stored-session.ts'
import { recoverToken } from '../session/token-renewal.ts'
import type { OutboxTokens } from './api-outbox-sender.ts'

/** Returns true while the member is signed in on this page. */
export const isSignedInAs = (memberId: string): boolean => readStoredSession().userId === memberId

/** The access tokens of the signed-in member. They serve no entries of other members. */
export const pageOutboxTokens: OutboxTokens = {
  read: (memberId) => (isSignedInAs(memberId) ? (readStoredSession().token ?? undefined) : undefined),
  async recover(error, rejected, memberId) {
    const renewed = await recoverToken(error, rejected)
    return isSignedInAs(memberId) ? renewed : undefined
  },
}
