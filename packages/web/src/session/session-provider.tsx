import type { SessionUser } from '@meadow/contracts'
import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { forgetMember } from '../page/member-storage.ts'
import { whenQuiet } from '../page/when-quiet.ts'
import { forgetKnownMember, keepKnownMember, readKnownMember } from './known-member.ts'
import { type Credentials, type Registration, type Session, SessionContext } from './session-context.ts'
import { forgetRevoke, revoke, revokePending } from './sign-out.ts'
import { clearSession, keepSession, onSessionChange, readSession } from './stored-session.ts'
import { useRenewal } from './use-renewal.ts'

type Told = Pick<Session, 'status' | 'user' | 'expired' | 'problem'>
/** Checked is what the server has said; until then it is what this browser keeps. */
type State = Told & { isChecked: boolean }

const LOADING: State = { status: 'loading', user: undefined, expired: false, problem: undefined, isChecked: false }
const ANONYMOUS: State = { ...LOADING, status: 'anonymous', isChecked: true }
const signedIn = (user: SessionUser): State => ({ ...LOADING, status: 'authenticated', user, isChecked: true })
const AGAIN_MS = [1_000, 2_000, 5_000, 10_000]

const isStored = () => readSession().token !== null || readSession().userId !== null

/** Who comes back is let in at once, as they were known here: any call finds out when their session has ended. */
function stored(): State {
  if (!isStored()) return ANONYMOUS
  const user = readKnownMember(readSession().userId)
  return user ? { ...signedIn(user), isChecked: false } : LOADING
}

/** Knows who is signed in, in this tab and after the others. Needs the query cache above it, which it empties. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient()
  const [state, setState] = useState(stored)
  const [attempt, setAttempt] = useState(0)
  const known = useRef(readSession().userId)

  const enter = useCallback(
    (token: string, user: SessionUser) => {
      cache.clear()
      known.current = user._id
      keepSession(token, user._id)
      forgetRevoke()
      setState(signedIn(user))
      return user
    },
    [cache],
  )

  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  // Changes from outside: another tab signed in or out, or a call found that the session is over.
  useEffect(
    () =>
      onSessionChange(({ ended }) => {
        const { userId } = readSession()
        if (userId === known.current && isStored()) return
        known.current = userId
        cache.clear()
        setState({ ...stored(), expired: ended && !isStored() })
      }),
    [cache],
  )

  const { isChecked, status, user, expired, problem } = state
  const isKnown = user !== undefined
  useEffect(() => {
    if (isChecked) return
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = async () => {
      if (isKnown) await whenQuiet(stopped.signal)
      return api('GET /auth/me', { signal: stopped.signal })
    }
    check().then(
      (checked) => {
        const { token } = readSession()
        if (stopped.signal.aborted || !token) return
        known.current = checked._id
        keepSession(token, checked._id)
        setState((current) => signedIn(replaceEqualDeep(current.user, checked)))
      },
      (error: unknown) => {
        if (stopped.signal.aborted) return
        // Only a code that says so ends a session, and then it is no longer stored.
        if (!isStored()) return setState({ ...ANONYMOUS, expired: true })
        setState((current) => ({ ...current, problem: error instanceof ApiError ? error : undefined }))
        timer = setTimeout(retry, AGAIN_MS[attempt] ?? AGAIN_MS.at(-1))
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
    if (user) keepKnownMember(user)
    else if (status === 'anonymous') forgetKnownMember()
  }, [user, status])

  useRenewal(status === 'authenticated')

  useEffect(() => {
    void revokePending()
    addEventListener('online', revokePending)
    return () => removeEventListener('online', revokePending)
  }, [])

  const actions = useMemo(() => {
    const signIn = async (credentials: Credentials) => {
      await revokePending()
      const { token, user } = await api('POST /auth/login', { body: credentials })
      return enter(token, user)
    }
    const register = async (registration: Registration) => {
      await revokePending()
      const answer = await api('POST /auth/register', { body: registration })
      if (!('token' in answer)) throw new Error('a registration answered without a session')
      return enter(answer.token, answer.user)
    }
    const signOut = async () => {
      const { token } = readSession()
      clearSession({ ended: false })
      forgetMember()
      await revoke(token)
    }
    const changePassword: Session['changePassword'] = async (passwords) => {
      const { token, user } = await api('PUT /auth/password', { body: passwords })
      keepSession(token, user._id)
    }
    const setUser: Session['setUser'] = (change) => {
      setState((current) => (current.user ? { ...current, user: change(current.user) } : current))
      retry() // an answer that is on its way may not know of it
    }
    return { signIn, register, signOut, changePassword, setUser, retry }
  }, [enter, retry])

  const session = useMemo(
    () => ({ status, user, expired, problem, ...actions }),
    [status, user, expired, problem, actions],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}
