import { ApiError } from '../api/api-error.ts'
import { sendRequest } from '../api/send-request.ts'
import { browserStorage } from '../page/browser-storage.ts'
import { readStoredSession } from './stored-session.ts'

const PENDING_SIGN_OUT_KEY = 'signOutPending'
const SIGN_OUT_TIMEOUT_MS = 5_000

let lastSignOut: Promise<unknown> = Promise.resolve()

/** Revokes the session on the server. After a failure `retryPendingSignOut` repeats it. @throws ApiError */
export function revokeSession(token: string | null): Promise<void> {
  const request = postSignOut(token)
  lastSignOut = request.catch(() => undefined)
  return request
}

async function postSignOut(token: string | null): Promise<void> {
  browserStorage.write(PENDING_SIGN_OUT_KEY, '1')
  try {
    await sendRequest({ method: 'POST', path: '/auth/logout', token, signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS) })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return clearPendingSignOut()
    throw error
  }
  clearPendingSignOut()
}

/** Repeats a sign-out that has failed. The refresh cookie identifies the session. */
export async function retryPendingSignOut(): Promise<void> {
  await lastSignOut
  if (browserStorage.read(PENDING_SIGN_OUT_KEY) && !readStoredSession().userId)
    await revokeSession(null).catch(() => undefined)
}

/** Drops the pending sign-out, because a new session has replaced the old one. */
export function clearPendingSignOut(): void {
  browserStorage.remove(PENDING_SIGN_OUT_KEY)
}
