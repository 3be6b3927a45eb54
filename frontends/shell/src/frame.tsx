import { browserStorage, Outlet, useHideBarsOnScroll, useLocation, useSession } from '@meadow/web'
import { useEffect } from 'react'
import { AppLayout } from './app-layout/app-layout.tsx'
import { SignedInOnly } from './features/access/guards.tsx'
import { findRemoteByPath, loadRemote } from './features/remotes/remotes.ts'
import { findFramePage } from './frame-pages.ts'
import { LazyPage } from './lazy-page/lazy-page.tsx'
import { loadNamedExport } from './lazy-page/load-named-export.ts'
import { t } from './texts.ts'

const loadGuestPage = loadNamedExport(() => import('./guest/guest-page.tsx'), 'GuestPage')

/** Pages that people read without an account: posts and profiles by their links, and the feed after 'Continue without login'. */
const isGuestPath = (pathname: string): boolean =>
  /^\/(?:post|profile)\/[^/]+\/?$/.test(pathname) || (pathname === '/home' && browserStorage.read('guest') !== null)

/** Frame that stays mounted while the member navigates. Visitors see it around the not-found page, and guests around what they read. */
export function Frame() {
  const { pathname } = useLocation()
  const { status } = useSession()
  const remote = findRemoteByPath(pathname)
  const isChecking = status === 'loading'
  useHideBarsOnScroll()

  useEffect(() => {
    if (remote && isChecking) loadRemote(remote, 0).catch(() => undefined) // preloads it while the session is being checked
  }, [remote, isChecking])

  const page = (
    <AppLayout>
      <Outlet />
    </AppLayout>
  )
  if (status !== 'authenticated' && !remote && !findFramePage(pathname)) return page
  const guestPage = isGuestPath(pathname) && (
    <AppLayout>
      <LazyPage title={t('remote.feed')} load={loadGuestPage} />
    </AppLayout>
  )
  return <SignedInOnly guestPage={guestPage}>{page}</SignedInOnly>
}
