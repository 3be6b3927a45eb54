import type { SessionUser } from '@meadow/contracts/browser'
import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { tabStorage } from '../page/browser-storage.ts'
import { claimMemberDatabase, claimMemberStores, clearMemberStores } from '../page/member-stores.ts'
import { waitForPageIdle } from '../page/wait-for-page-idle.ts'
import { cacheMember, readCachedMember, removeCachedMember } from './cached-member.ts'
import { type Credentials, type Registration, type Session, SessionContext } from './session-context.ts'
import { replaceSession } from './session-replacement.ts'
import { clearPendingSignOut, retryPendingSignOut, revokeSession } from './sign-out.ts'
import { clearStoredSession, onStoredSessionChange, readStoredSession, storeSession } from './stored-session.ts'
import { useTokenRenewal } from './use-token-renewal.ts'

type PublicState = Pick<Session, 'status' | 'user' | 'isExpired' | 'loadError'>
/** `isChecked`: the state comes from the server, not from this browser. */
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
type SignInResponse = { token: string; user: SessionUser }

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000]

const isSessionStored = () => readStoredSession().token !== null || readStoredSession().userId !== null

/** Starts with the cached member of a stored session. Any call finds out if the session has ended meanwhile. */
function readInitialState(): SessionState {
  if (!isSessionStored()) return ANONYMOUS
  const user = readCachedMember(readStoredSession().userId)
  return user ? { ...toSignedInState(user), isChecked: false } : LOADING
}

/** Provides the session, and follows the other tabs. Needs a QueryClientProvider above it, whose cache it clears. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient()
  const [state, setState] = useState(readInitialState)
  const [attempt, setAttempt] = useState(0)
  const knownUserId = useRef(readStoredSession().userId)

  const startSession = useCallback(
    async (token: string, user: SessionUser) => {
      void claimMemberDatabase(user._id)
      await claimMemberStores(user._id) // before a page of the new member can ask for a picture
      cache.clear()
      knownUserId.current = user._id
      tabStorage.write('signedInHere', user._id)
      storeSession(token, user._id)
      clearPendingSignOut()
      setState(toSignedInState(user))
      return user
    },
    [cache],
  )

  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  // Changes by others: another tab has signed in or out, or a call found that the session has ended.
  useEffect(
    () =>
      onStoredSessionChange(({ ended }) => {
        const { userId } = readStoredSession()
        if (userId === knownUserId.current && isSessionStored()) return
        removeCachedMember(knownUserId.current)
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
    const abortController = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = async () => {
      if (isKnown) await waitForPageIdle(abortController.signal)
      return api('GET /auth/me', { signal: abortController.signal })
    }
    check().then(
      (checkedUser) => {
        const { token } = readStoredSession()
        if (abortController.signal.aborted || !token) return
        knownUserId.current = checkedUser._id
        storeSession(token, checkedUser._id)
        setState((current) => toSignedInState(replaceEqualDeep(current.user, checkedUser)))
      },
      (error: unknown) => {
        if (abortController.signal.aborted) return
        // Only a matching error code ends a session, and then it is no longer stored.
        if (!isSessionStored()) return setState({ ...ANONYMOUS, isExpired: true })
        setState((current) => ({ ...current, loadError: error instanceof ApiError ? error : undefined }))
        timer = setTimeout(retry, RETRY_DELAYS_MS[attempt] ?? RETRY_DELAYS_MS.at(-1))
      },
    )
    addEventListener('online', retry)
    return () => {
      abortController.abort()
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [isChecked, isKnown, attempt, retry])

  useEffect(() => {
    if (user) cacheMember(user)
  }, [user])

  const memberId = user?._id ?? null
  useEffect(() => {
    if (status !== 'loading') void claimMemberStores(memberId) // each start, and each end by whatever cause
  }, [memberId, status])

  useTokenRenewal(status === 'authenticated')

  useEffect(() => {
    void retryPendingSignOut()
    addEventListener('online', retryPendingSignOut)
    return () => removeEventListener('online', retryPendingSignOut)
  }, [])

  const actions = useMemo(() => {
    const openSession: Session['openSession'] = async (open) => {
      await retryPendingSignOut()
      const response: object & Partial<SignInResponse> = await open()
      if (response.token && response.user) await startSession(response.token, response.user)
      return response as Awaited<ReturnType<typeof open>>
    }
    const signIn = async (credentials: Credentials) =>
      (await openSession(() => api('POST /auth/login', { body: credentials }))).user
    const register = async (registration: Registration) => {
      const response = await openSession(() => api('POST /auth/register', { body: registration }))
      if ('user' in response) return response.user
      throw new Error('The response has no session')
    }
    const signOut = async () => {
      const { token, userId } = readStoredSession()
      clearStoredSession({ ended: false })
      clearMemberStores(userId ?? '')
      await revokeSession(token)
    }
    const changePassword: Session['changePassword'] = (passwords) =>
      replaceSession(async () => {
        const { token, user } = await api('PUT /auth/password', { body: passwords })
        storeSession(token, user._id)
      })
    const setUser: Session['setUser'] = (change) => {
      setState((current) => (current.user ? { ...current, user: change(current.user) } : current))
      retry() // a pending response may not contain the change
    }
    return { signIn, openSession, register, signOut, changePassword, setUser, retry }
  }, [startSession, retry])

  const session = useMemo(
    () => ({ status, user, isExpired, loadError, ...actions }),
    [status, user, isExpired, loadError, actions],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}
