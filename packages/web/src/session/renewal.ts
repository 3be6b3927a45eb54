import { ApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import type { AnswerOf } from '../api/types.ts'
import { exclusively } from './lock.ts'
import { clearSession, keepSession, readSession, untilTokenIsNot } from './stored-session.ts'

const TIME_LIMIT_MS = 10_000
const NEWS_LIMIT_MS = 5_000

let running: Promise<string | undefined> | undefined

/**
 * A newer token than `stale`, asked for once by all calls of all tabs; undefined when the session is over.
 * @throws ApiError when nobody could tell, and then the session stays
 */
export function renewToken(stale: string | null): Promise<string | undefined> {
  running ??= exclusively('meadow-renewal', (afterAnother) => renew(stale, afterAnother)).finally(() => {
    running = undefined
  })
  return running
}

async function renew(stale: string | null, afterAnother: boolean): Promise<string | undefined> {
  if (afterAnother) await untilTokenIsNot(stale, NEWS_LIMIT_MS)
  const { token, userId } = readSession()
  if (token && token !== stale) return token // another tab was quicker
  if (!userId) return endSession(stale) // signed out while offline: the cookie must not bring the session back
  try {
    const answer = await send({ method: 'POST', path: '/auth/refresh', signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    if (readSession().userId !== userId) return undefined // signed out meanwhile
    const renewed = (answer as AnswerOf<'POST /auth/refresh'>).token
    keepSession(renewed, userId)
    return renewed
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return endSession(stale)
    throw error
  }
}

/** What a refused call goes on with: a new token, or undefined when trying again would not help. */
export async function tokenAfter(refusal: ApiError, sent: string | null): Promise<string | undefined> {
  if (refusal.code === 'token_invalid') return endSession(sent)
  if (refusal.code === 'token_expired' || refusal.code === 'token_missing') return renewToken(sent)
  return undefined
}

/** Ends the session of the `refused` token, unless a newer one has taken its place. */
export function endSession(refused: string | null): undefined {
  const { token, userId } = readSession()
  if (token === refused && (token || userId)) clearSession({ ended: true })
}
