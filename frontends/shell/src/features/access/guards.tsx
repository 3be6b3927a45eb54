import { Navigate, Outlet, useLocation, useSession } from '@meadow/web'
import { type ReactNode, useState } from 'react'
import { Checking } from './checking.tsx'
import { nextFrom } from './next.ts'

/** Signed-out visitors go to sign in, and come back here after that. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { status, expired } = useSession()
  const { pathname, search, hash } = useLocation()
  const [wasInside, setWasInside] = useState(false)
  if (status === 'authenticated' && !wasInside) setWasInside(true)
  if (status === 'loading') return <Checking />
  if (status === 'authenticated') return children
  const hasLeft = wasInside && !expired // whoever signs in next begins at the front door
  return <Navigate replace to="/" state={hasLeft ? null : { next: pathname + search + hash }} />
}

/** Members have no business here. Who signs in or up on one of these pages goes on from here, too. */
export function SignedOutOnly() {
  const { status } = useSession()
  const { pathname, state } = useLocation()
  const [wasOutside, setWasOutside] = useState(false)
  if (status === 'anonymous' && !wasOutside) setWasOutside(true)
  if (status === 'loading') return <Checking />
  if (status === 'anonymous') return <Outlet />
  const next = nextFrom(state)
  if (next || !wasOutside) return <Navigate replace to={next ?? '/home'} />
  return <Navigate replace to="/success" state={{ arrived: pathname === '/signup' ? 'signup' : 'login' }} />
}
