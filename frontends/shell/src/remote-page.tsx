import { useLocation, useSession } from '@meadow/web'
import { useEffect } from 'react'
import { AppLayout } from './app-layout/app-layout.tsx'
import { SignedInOnly } from './features/access/guards.tsx'
import { NotFoundPage } from './features/not-found/not-found-page.tsx'
import { RemoteView } from './features/remotes/remote-view.tsx'
import { findRemoteByPath, loadRemote } from './features/remotes/remotes.ts'

/** Renders the remote that serves the path, for signed-in members; otherwise the not-found page. */
export function RemotePage() {
  const remote = findRemoteByPath(useLocation().pathname)
  const isChecking = useSession().status === 'loading'

  useEffect(() => {
    if (remote && isChecking) loadRemote(remote, 0).catch(() => undefined) // preloads it while the session is being checked
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
