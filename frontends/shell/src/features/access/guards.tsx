import { Navigate, Outlet, useLocation, useSession } from '@meadow/web'
import { Fragment, type ReactNode, useState } from 'react'
import { readRedirectPath } from '../../read-redirect-path.ts'
import { SessionLoading } from './session-loading.tsx'

/**
 * Route guard: redirects anonymous visitors to the sign-in page, and back here after sign-in. After a session that has ended by
 * itself, only its member comes back here. A page keeps nothing when another member takes its place. `guestPage`, if there is one, is
 * for visitors who have not been signed in here.
 */
export function SignedInOnly({ children, guestPage }: { children: ReactNode; guestPage?: ReactNode }) {
  const { status, user, isExpired } = useSession()
  const { pathname, search, hash } = useLocation()
  const [lastMemberId, setLastMemberId] = useState<string>()
  if (user && user._id !== lastMemberId) setLastMemberId(user._id)
  if (status === 'loading') return <SessionLoading />
  if (user) return <Fragment key={user._id}>{children}</Fragment>
  if (guestPage && !lastMemberId) return guestPage
  const hasSignedOut = lastMemberId !== undefined && !isExpired // the next sign-in starts at /home
  const redirect = { next: pathname + search + hash, ...(lastMemberId && { memberId: lastMemberId }) }
  return <Navigate replace to="/" state={hasSignedOut ? null : redirect} />
}

/**
 * Route guard: redirects signed-in members to /home. A sign-up leads to /success, which continues to the requested page; a
 * sign-in leads to the requested page, or to /success without one.
 */
export function SignedOutOnly() {
  const { status, user } = useSession()
  const { pathname, state } = useLocation()
  const [wasAnonymous, setWasAnonymous] = useState(false)
  if (status === 'anonymous' && !wasAnonymous) setWasAnonymous(true)
  if (status === 'loading') return <SessionLoading />
  if (status === 'anonymous') return <Outlet />
  const next = readRedirectPath(state, user?._id)
  const isSignUp = pathname === '/signup'
  if (!wasAnonymous || (next && !isSignUp)) return <Navigate replace to={next ?? '/home'} />
  return <Navigate replace to="/success" state={{ reason: isSignUp ? 'signup' : 'login', ...(next && { next }) }} />
}
