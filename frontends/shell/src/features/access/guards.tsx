import { Navigate, Outlet, useLocation, useSession } from '@meadow/web'
import { type ReactNode, useState } from 'react'
import { readRedirectPath } from '../../read-redirect-path.ts'
import { SessionLoading } from './session-loading.tsx'

/** Route guard: redirects anonymous visitors to the sign-in page, and back here after sign-in. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { status, isExpired } = useSession()
  const { pathname, search, hash } = useLocation()
  const [wasAuthenticated, setWasAuthenticated] = useState(false)
  if (status === 'authenticated' && !wasAuthenticated) setWasAuthenticated(true)
  if (status === 'loading') return <SessionLoading />
  if (status === 'authenticated') return children
  const hasSignedOut = wasAuthenticated && !isExpired // the next sign-in starts at /home
  return <Navigate replace to="/" state={hasSignedOut ? null : { next: pathname + search + hash }} />
}

/**
 * Route guard: redirects signed-in members to /home. A sign-up leads to /success, which continues to the requested page; a
 * sign-in leads to the requested page, or to /success without one.
 */
export function SignedOutOnly() {
  const { status } = useSession()
  const { pathname, state } = useLocation()
  const [wasAnonymous, setWasAnonymous] = useState(false)
  if (status === 'anonymous' && !wasAnonymous) setWasAnonymous(true)
  if (status === 'loading') return <SessionLoading />
  if (status === 'anonymous') return <Outlet />
  const next = readRedirectPath(state)
  const isSignUp = pathname === '/signup'
  if (!wasAnonymous || (next && !isSignUp)) return <Navigate replace to={next ?? '/home'} />
  return <Navigate replace to="/success" state={{ reason: isSignUp ? 'signup' : 'login', ...(next && { next }) }} />
}
