import { Outlet, useHideBarsOnScroll, useLocation, useSession } from '@meadow/web'
import { useEffect } from 'react'
import { AppLayout } from './app-layout/app-layout.tsx'
import { SignedInOnly } from './features/access/guards.tsx'
import { findRemoteByPath, loadRemote } from './features/remotes/remotes.ts'
import { KeyboardShortcuts } from './features/shortcuts/keyboard-shortcuts.tsx'
import { findFramePage } from './frame-pages.ts'

/** Frame that stays mounted while the member navigates. Visitors see it around the not-found page only. */
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
      {status === 'authenticated' && <KeyboardShortcuts />}
    </AppLayout>
  )
  if (status !== 'authenticated' && !remote && !findFramePage(pathname)) return page
  return <SignedInOnly>{page}</SignedInOnly>
}
