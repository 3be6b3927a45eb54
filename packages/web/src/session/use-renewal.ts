import { useEffect } from 'react'
import { lifetimeOf } from './claims.ts'
import { renewToken } from './renewal.ts'
import { onSessionChange, readSession } from './stored-session.ts'

const BEFORE_MS = 60_000
const AGAIN_MS = 30_000

/** While somebody is signed in: renews the token a minute before it expires. */
export function useRenewal(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const plan = (ms: number | undefined) => {
      clearTimeout(timer)
      if (ms !== undefined) timer = setTimeout(renew, Math.max(0, ms))
    }
    const renew = () => {
      renewToken(readSession().token).catch(() => plan(AGAIN_MS))
    }
    const { token } = readSession()
    plan(token ? untilRenewal(token, Date.now()) : undefined)
    const stop = onSessionChange(() => {
      const fresh = readSession().token
      plan(fresh ? untilRenewal(fresh) : undefined)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isSignedIn])
}

/** A token that has just come lives as long as it says, whatever this machine's clock believes. */
function untilRenewal(token: string, now?: number): number | undefined {
  const lifetime = lifetimeOf(token)
  if (!lifetime) return undefined
  const whole = lifetime.until - lifetime.from
  return Math.min(now === undefined ? whole : lifetime.until - now, whole) - BEFORE_MS
}
