import { useEffect } from 'react'
import { onStoredSessionChange, readStoredSession } from './stored-session.ts'
import { renewToken } from './token-renewal.ts'

const RENEW_BEFORE_EXPIRY_MS = 60_000
const RETRY_DELAY_MS = 30_000

/** Renews the token a minute before it expires, while a member is signed in. */
export function useTokenRenewal(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (ms: number | undefined) => {
      clearTimeout(timer)
      if (ms !== undefined) timer = setTimeout(renew, Math.max(0, ms))
    }
    const renew = () => {
      renewToken(readStoredSession().token).catch(() => schedule(RETRY_DELAY_MS))
    }
    const { token } = readStoredSession()
    schedule(token ? getRenewalDelayMs(token, Date.now()) : undefined)
    const unsubscribe = onStoredSessionChange(() => {
      const fresh = readStoredSession().token
      schedule(fresh ? getRenewalDelayMs(fresh) : undefined)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [isSignedIn])
}

/** Returns the delay in ms. Uses the lifetime of a new token (without `now`), because the clock of the device may be wrong. */
function getRenewalDelayMs(token: string, now?: number): number | undefined {
  const lifetime = readTokenLifetime(token)
  if (!lifetime) return undefined
  const lifetimeMs = lifetime.expiresAtMs - lifetime.issuedAtMs
  return Math.min(now === undefined ? lifetimeMs : lifetime.expiresAtMs - now, lifetimeMs) - RENEW_BEFORE_EXPIRY_MS
}

/** Reads when a JWT was issued and when it expires, in ms. Returns undefined for any other text. Verifies nothing. */
function readTokenLifetime(token: string): { issuedAtMs: number; expiresAtMs: number } | undefined {
  try {
    const [, payload = ''] = token.split('.')
    const { iat, exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return Number.isFinite(iat) && Number.isFinite(exp)
      ? { issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 }
      : undefined
  } catch {
    return undefined
  }
}
