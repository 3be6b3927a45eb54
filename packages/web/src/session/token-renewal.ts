import type { ApiError } from '../api/api-error.ts'
import type { ApiResponse } from '../api/call-types.ts'
import { sendRequest } from '../api/send-request.ts'
import { isSessionBeingReplaced, waitForReplacingToken } from './session-replacement.ts'
import { clearStoredSession, readStoredSession, storeSession, waitForTokenChange } from './stored-session.ts'
import { STORAGE_DELAY_MS, withTabLock } from './tab-lock.ts'

const REFRESH_TIMEOUT_MS = 10_000
const TOKEN_CHANGE_TIMEOUT_MS = 5_000

let pendingRenewal: Promise<string | undefined> | undefined

/**
 * Renews the access token once for all calls of all tabs. Returns undefined if the session is over.
 * @throws ApiError if the server cannot be reached; the session stays then. account_suspended; the session is over then
 */
export function renewToken(staleToken: string | null): Promise<string | undefined> {
  pendingRenewal ??= withTabLock('meadow-renewal', (hasWaited) => renewUnderLock(staleToken, hasWaited), {
    holdMs: STORAGE_DELAY_MS,
  }).finally(() => {
    pendingRenewal = undefined
  })
  return pendingRenewal
}

async function renewUnderLock(staleToken: string | null, hasWaited: boolean): Promise<string | undefined> {
  if (hasWaited) await waitForTokenChange(staleToken, TOKEN_CHANGE_TIMEOUT_MS)
  const { token, userId } = readStoredSession()
  if (token && token !== staleToken) return token // another tab has renewed it
  if (!userId) return endSession(staleToken) // signed out while offline: the cookie must not restore the session
  try {
    const response = await sendRefresh()
    if (readStoredSession().userId !== userId) return undefined // signed out meanwhile
    const renewed = (response as ApiResponse<'POST /auth/refresh'>).token
    storeSession(renewed, userId)
    return renewed
  } catch (error) {
    const { status, code } = error as ApiError
    if (status === 401) return endSession(staleToken)
    if (code === 'account_suspended') clearSessionOf(staleToken)
    throw error
  }
}

/** Returns a new token for the retry of a failed call, or undefined if a retry would not help. */
export async function recoverToken(error: ApiError, sentToken: string | null): Promise<string | undefined> {
  if (error.code === 'token_invalid')
    return isSessionBeingReplaced() ? waitForReplacement(sentToken) : endSessionByServer(sentToken)
  if (error.code === 'token_expired' || error.code === 'token_missing') return renewToken(sentToken)
  return undefined
}

const sendRefresh = () =>
  sendRequest({ method: 'POST', path: '/auth/refresh', signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS) })

/** Ends the session of a token that the server has ended. @throws ApiError account_suspended, which says until when and why */
async function endSessionByServer(rejectedToken: string | null): Promise<undefined> {
  clearSessionOf(rejectedToken)
  if (readStoredSession().token) return
  await sendRefresh().catch((error: ApiError) => {
    if (error.code === 'account_suspended') throw error
  })
}

/** Ends the session of a rejected token, unless a newer token is stored or a tab replaces the session. */
export function endSession(rejectedToken: string | null): undefined {
  if (isSessionBeingReplaced()) void waitForReplacement(rejectedToken)
  else clearSessionOf(rejectedToken)
}

async function waitForReplacement(oldToken: string | null): Promise<string | undefined> {
  return (await waitForReplacingToken(oldToken)) ?? clearSessionOf(oldToken)
}

function clearSessionOf(rejectedToken: string | null): undefined {
  const { token, userId } = readStoredSession()
  if (token === rejectedToken && (token || userId)) clearStoredSession({ ended: true })
}
