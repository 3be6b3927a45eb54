import { ApiError } from '../api/api-error.ts'
import type { ApiResponse } from '../api/call-types.ts'
import { sendRequest } from '../api/send-request.ts'
import { clearStoredSession, readStoredSession, storeSession, waitForTokenChange } from './stored-session.ts'
import { withTabLock } from './tab-lock.ts'

const REFRESH_TIMEOUT_MS = 10_000
const TOKEN_CHANGE_TIMEOUT_MS = 5_000

let pendingRenewal: Promise<string | undefined> | undefined

/**
 * A newer token than `stale`, asked for once by all calls of all tabs; undefined when the session is over.
 * @throws ApiError when nobody could tell, and then the session stays
 */
export function renewToken(stale: string | null): Promise<string | undefined> {
  pendingRenewal ??= withTabLock('meadow-renewal', (afterAnother) => renewUnderLock(stale, afterAnother)).finally(
    () => {
      pendingRenewal = undefined
    },
  )
  return pendingRenewal
}

async function renewUnderLock(stale: string | null, afterAnother: boolean): Promise<string | undefined> {
  if (afterAnother) await waitForTokenChange(stale, TOKEN_CHANGE_TIMEOUT_MS)
  const { token, userId } = readStoredSession()
  if (token && token !== stale) return token // another tab was quicker
  if (!userId) return endSession(stale) // signed out while offline: the cookie must not bring the session back
  try {
    const answer = await sendRequest({
      method: 'POST',
      path: '/auth/refresh',
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    })
    if (readStoredSession().userId !== userId) return undefined // signed out meanwhile
    const renewed = (answer as ApiResponse<'POST /auth/refresh'>).token
    storeSession(renewed, userId)
    return renewed
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return endSession(stale)
    throw error
  }
}

/** What a refused call goes on with: a new token, or undefined when trying again would not help. */
export async function recoverToken(refusal: ApiError, sent: string | null): Promise<string | undefined> {
  if (refusal.code === 'token_invalid') return endSession(sent)
  if (refusal.code === 'token_expired' || refusal.code === 'token_missing') return renewToken(sent)
  return undefined
}

/** Ends the session of the `refused` token, unless a newer one has taken its place. */
export function endSession(refused: string | null): undefined {
  const { token, userId } = readStoredSession()
  if (token === refused && (token || userId)) clearStoredSession({ ended: true })
}
