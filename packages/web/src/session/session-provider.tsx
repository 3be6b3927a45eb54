import type { SessionUser } from '@meadow/contracts'
import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { clearMemberStorage } from '../page/member-storage.ts'
import { waitForPageIdle } from '../page/wait-for-page-idle.ts'
import { cacheMember, readCachedMember, removeCachedMember } from './cached-member.ts'
import { type Credentials, type Registration, type Session, SessionContext } from './session-context.ts'
import { clearPendingSignOut, retryPendingSignOut, revokeSession } from './sign-out.ts'
import { clearStoredSession, onStoredSessionChange, readStoredSession, storeSession } from './stored-session.ts'
import { useTokenRenewal } from './use-token-renewal.ts'

type PublicState = Pick<Session, 'status' | 'user' | 'isExpired' | 'loadError'>
/** Checked is what the server has said; until then it is what this browser keeps. */
type SessionState = PublicState & { isChecked: boolean }

const LOADING: SessionState = {
  status: 'loading',
  user: undefined,
  isExpired: false,
  loadError: undefined,
  isChecked: false,
}
const ANONYMOUS: SessionState = { ...LOADING, status: 'anonymous', isChecked: true }
const toSignedInState = (user: SessionUser): SessionState => ({
  ...LOADING,
  status: 'authenticated',
  user,
  isChecked: true,
})
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000]

const isSessionStored = () => readStoredSession().token !== null || readStoredSession().userId !== null

/** Who comes back is let in at once, as they were known here: any call finds out when their session has ended. */
function readInitialState(): SessionState {
  if (!isSessionStored()) return ANONYMOUS
  const user = readCachedMember(readStoredSession().userId)
  return user ? { ...toSignedInState(user), isChecked: false } : LOADING
}

/** Knows who is signed in, in this tab and after the others. Needs the query cache above it, which it empties. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient()
  const [state, setState] = useState(readInitialState)
  const [attempt, setAttempt] = useState(0)
  const knownUserId = useRef(readStoredSession().userId)

  const startSession = useCallback(
    (token: string, user: SessionUser) => {
      cache.clear()
      knownUserId.current = user._id
      storeSession(token, user._id)
      clearPendingSignOut()
      setState(toSignedInState(user))
      return user
    },
    [cache],
  )

  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  // Changes from outside: another tab signed in or out, or a call found that the session is over.
  useEffect(
    () =>
      onStoredSessionChange(({ ended }) => {
        const { userId } = readStoredSession()
        if (userId === knownUserId.current && isSessionStored()) return
        knownUserId.current = userId
        cache.clear()
        setState({ ...readInitialState(), isExpired: ended && !isSessionStored() })
      }),
    [cache],
  )

  const { isChecked, status, user, isExpired, loadError } = state
  const isKnown = user !== undefined
  useEffect(() => {
    if (isChecked) return
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = async () => {
      if (isKnown) await waitForPageIdle(stopped.signal)
      return api('GET /auth/me', { signal: stopped.signal })
    }
    check().then(
      (checked) => {
        const { token } = readStoredSession()
        if (stopped.signal.aborted || !token) return
        knownUserId.current = checked._id
        storeSession(token, checked._id)
        setState((current) => toSignedInState(replaceEqualDeep(current.user, checked)))
      },
      (error: unknown) => {
        if (stopped.signal.aborted) return
        // Only a code that says so ends a session, and then it is no longer stored.
        if (!isSessionStored()) return setState({ ...ANONYMOUS, isExpired: true })
        setState((current) => ({ ...current, loadError: error instanceof ApiError ? error : undefined }))
        timer = setTimeout(retry, RETRY_DELAYS_MS[attempt] ?? RETRY_DELAYS_MS.at(-1))
      },
    )
    addEventListener('online', retry)
    return () => {
      stopped.abort()
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [isChecked, isKnown, attempt, retry])

  useEffect(() => {
    if (user) cacheMember(user)
    else if (status === 'anonymous') removeCachedMember()
  }, [user, status])

  useTokenRenewal(status === 'authenticated')

  useEffect(() => {
    void retryPendingSignOut()
    addEventListener('online', retryPendingSignOut)
    return () => removeEventListener('online', retryPendingSignOut)
  }, [])

  const actions = useMemo(() => {
    const signIn = async (credentials: Credentials) => {
      await retryPendingSignOut()
      const { token, user } = await api('POST /auth/login', { body: credentials })
      return startSession(token, user)
    }
    const register = async (registration: Registration) => {
      await retryPendingSignOut()
      const answer = await api('POST /auth/register', { body: registration })
      if (!('token' in answer)) throw new Error('a registration answered without a session')
      return startSession(answer.token, answer.user)
    }
    const signOut = async () => {
      const { token } = readStoredSession()
      clearStoredSession({ ended: false })
      clearMemberStorage()
      await revokeSession(token)
    }
    const changePassword: Session['changePassword'] = async (passwords) => {
      const { token, user } = await api('PUT /auth/password', { body: passwords })
      storeSession(token, user._id)
    }
    const setUser: Session['setUser'] = (change) => {
      setState((current) => (current.user ? { ...current, user: change(current.user) } : current))
      retry() // an answer that is on its way may not know of it
    }
    return { signIn, register, signOut, changePassword, setUser, retry }
  }, [startSession, retry])

  const session = useMemo(
    () => ({ status, user, isExpired, loadError, ...actions }),
    [status, user, isExpired, loadError, actions],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}
