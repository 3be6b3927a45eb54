import { useEffect } from 'react'
import { onStoredSessionChange, readStoredSession } from './stored-session.ts'
import { readTokenLifetime } from './token-lifetime.ts'
import { renewToken } from './token-renewal.ts'

const RENEW_BEFORE_EXPIRY_MS = 60_000
const RETRY_DELAY_MS = 30_000

/** While somebody is signed in: renews the token a minute before it expires. */
export function useTokenRenewal(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const plan = (ms: number | undefined) => {
      clearTimeout(timer)
      if (ms !== undefined) timer = setTimeout(renew, Math.max(0, ms))
    }
    const renew = () => {
      renewToken(readStoredSession().token).catch(() => plan(RETRY_DELAY_MS))
    }
    const { token } = readStoredSession()
    plan(token ? getRenewalDelayMs(token, Date.now()) : undefined)
    const stop = onStoredSessionChange(() => {
      const fresh = readStoredSession().token
      plan(fresh ? getRenewalDelayMs(fresh) : undefined)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isSignedIn])
}

/** A token that has just come lives as long as it says, whatever this machine's clock believes. */
function getRenewalDelayMs(token: string, now?: number): number | undefined {
  const lifetime = readTokenLifetime(token)
  if (!lifetime) return undefined
  const whole = lifetime.until - lifetime.from
  return Math.min(now === undefined ? whole : lifetime.until - now, whole) - RENEW_BEFORE_EXPIRY_MS
}
