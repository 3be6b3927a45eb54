import { ApiError } from '../api/api-error.ts'
import { sendRequest } from '../api/send-request.ts'
import { browserStorage } from '../page/browser-storage.ts'
import { readStoredSession } from './stored-session.ts'

const PENDING_SIGN_OUT_KEY = 'signOutPending'
const SIGN_OUT_TIMEOUT_MS = 5_000

let lastSignOut: Promise<unknown> = Promise.resolve()

/** Tells the server that the session is over. When it cannot be told now, it will be later. @throws ApiError */
export function revokeSession(token: string | null): Promise<void> {
  const told = postSignOut(token)
  lastSignOut = told.catch(() => undefined)
  return told
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

/** Tells a sign-out that did not arrive. The refresh cookie says which session it was. */
export async function retryPendingSignOut(): Promise<void> {
  await lastSignOut
  if (browserStorage.read(PENDING_SIGN_OUT_KEY) && !readStoredSession().userId)
    await revokeSession(null).catch(() => undefined)
}

/** A new session has taken the place of the one that waited for its end. */
export function clearPendingSignOut(): void {
  browserStorage.remove(PENDING_SIGN_OUT_KEY)
}
