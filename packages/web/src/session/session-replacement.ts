import { browserStorage } from '../page/browser-storage.ts'
import { readStoredSession, waitForTokenChange } from './stored-session.ts'

/** A time: until then a tab of this browser replaces the session. */
const REPLACED_UNTIL = 'session-replaced-until'
const MAX_DURATION_MS = 15_000
const TOKEN_CHANGE_TIMEOUT_MS = 5_000

/**
 * Runs `work`, which replaces the session by one with another id and stores its token. The old session ends before the
 * response arrives, so meanwhile no tab of this browser takes its end for a sign-out.
 */
export async function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  browserStorage.write(REPLACED_UNTIL, String(Date.now() + MAX_DURATION_MS))
  try {
    return await work()
  } finally {
    browserStorage.remove(REPLACED_UNTIL)
  }
}

/** Returns true if a tab of this browser replaces the session at the moment. */
export function isSessionBeingReplaced(): boolean {
  const remainingMs = Number(browserStorage.read(REPLACED_UNTIL) ?? 0) - Date.now()
  return remainingMs > 0 && remainingMs <= MAX_DURATION_MS // a tab that was closed meanwhile leaves its value behind
}

/** Waits for the token that replaces `oldToken`. Returns undefined if none is stored within 5 s. */
export async function waitForReplacingToken(oldToken: string | null): Promise<string | undefined> {
  await waitForTokenChange(oldToken, TOKEN_CHANGE_TIMEOUT_MS)
  const { token } = readStoredSession()
  return token && token !== oldToken ? token : undefined
}
