import type { SessionUser } from '@meadow/contracts/browser'
import { api, readStoredSession, useSession } from '@meadow/web'

/** Returns a function that loads the signed-in member again and returns them. It never rejects: undefined if that fails, and for visitors. */
export function useReloadSessionUser(): () => Promise<SessionUser | undefined> {
  const { setUser } = useSession()
  return async () => {
    if (!readStoredSession().userId) return undefined
    const me = await api('GET /auth/me').catch(() => undefined)
    if (me) setUser((current) => (current._id === me._id ? me : current))
    return me
  }
}
