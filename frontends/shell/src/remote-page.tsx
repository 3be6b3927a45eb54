import { useLocation, useSession } from '@meadow/web'
import { useEffect } from 'react'
import { AppLayout } from './app-layout/app-layout.tsx'
import { SignedInOnly } from './features/access/guards.tsx'
import { NotFoundPage } from './features/not-found/not-found-page.tsx'
import { RemoteView } from './features/remotes/remote-view.tsx'
import { findRemoteByPath, loadRemote } from './features/remotes/remotes.ts'

/** The remote that owns the address, for signed-in members, inside the bars; else nothing is there. */
export function RemotePage() {
  const remote = findRemoteByPath(useLocation().pathname)
  const isChecking = useSession().status === 'loading'

  useEffect(() => {
    if (remote && isChecking) loadRemote(remote, 0).catch(() => undefined) // it comes while the session is checked
  }, [remote, isChecking])

  if (!remote) return <NotFoundPage />
  return (
    <SignedInOnly>
      <AppLayout>
        <RemoteView key={remote} name={remote} />
      </AppLayout>
    </SignedInOnly>
  )
}
