import type { ApiResponse } from '../api/call-types.ts'
import { sendRequest } from '../api/send-request.ts'
import { withTabLock } from '../session/tab-lock.ts'
import type { OutboxTokens } from './api-outbox-sender.ts'

type WorkerTokenDeps = {
  /** Returns the member of this device; undefined after a sign-out. */
  readMemberId: () => Promise<string | undefined>
}

/**
 * Creates the tokens of a service worker, which cannot read those of the pages. It renews them by the refresh cookie, under
 * the lock of the pages, and only while the member of this device is the one of the entries.
 */
export function createWorkerOutboxTokens({ readMemberId }: WorkerTokenDeps): OutboxTokens {
  let current: { memberId: string; token: string } | undefined

  let renewal: { memberId: string; token: Promise<string | undefined> } | undefined

  /** Calls at the same time share one renewal. */
  const renew = (memberId: string): Promise<string | undefined> => {
    if (renewal?.memberId === memberId) return renewal.token
    const token = renewUnderLock(memberId).finally(() => {
      renewal = undefined
    })
    renewal = { memberId, token }
    return token
  }
  const renewUnderLock = (memberId: string) =>
    withTabLock('meadow-renewal', async () => {
      current = undefined
      if ((await readMemberId()) !== memberId) return undefined
      const response = await sendRequest({ method: 'POST', path: '/auth/refresh' })
      const { token, user } = response as ApiResponse<'POST /auth/refresh'>
      if (user._id !== memberId || (await readMemberId()) !== memberId) return undefined
      current = { memberId, token }
      return token
    })
  return {
    read: (memberId) => (current?.memberId === memberId ? current.token : renew(memberId)),
    recover: async ({ code }, _rejected, memberId) =>
      code === 'token_expired' || code === 'token_missing' || code === 'token_invalid' ? renew(memberId) : undefined,
  }
}
