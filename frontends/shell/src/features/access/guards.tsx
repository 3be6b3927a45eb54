import { Navigate, Outlet, useLocation, useSession } from '@meadow/web'
import { type ReactNode, useState } from 'react'
import { readRedirectPath } from './next.ts'
import { SessionLoading } from './session-loading.tsx'

/** Signed-out visitors go to sign in, and come back here after that. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { status, isExpired: expired } = useSession()
  const { pathname, search, hash } = useLocation()
  const [wasAuthenticated, setWasAuthenticated] = useState(false)
  if (status === 'authenticated' && !wasAuthenticated) setWasAuthenticated(true)
  if (status === 'loading') return <SessionLoading />
  if (status === 'authenticated') return children
  const hasSignedOut = wasAuthenticated && !expired // whoever signs in next begins at the front door
  return <Navigate replace to="/" state={hasSignedOut ? null : { next: pathname + search + hash }} />
}

/** Members have no business here. Who signs in or up on one of these pages goes on from here, too. */
export function SignedOutOnly() {
  const { status } = useSession()
  const { pathname, state } = useLocation()
  const [wasAnonymous, setWasAnonymous] = useState(false)
  if (status === 'anonymous' && !wasAnonymous) setWasAnonymous(true)
  if (status === 'loading') return <SessionLoading />
  if (status === 'anonymous') return <Outlet />
  const next = readRedirectPath(state)
  if (next || !wasAnonymous) return <Navigate replace to={next ?? '/home'} />
  return <Navigate replace to="/success" state={{ arrived: pathname === '/signup' ? 'signup' : 'login' }} />
}
