import { useLocation } from '@meadow/web'
import { NotFoundPage } from './features/not-found/not-found-page.tsx'
import { RemoteView } from './features/remotes/remote-view.tsx'
import { findRemoteByPath } from './features/remotes/remotes.ts'

/** Renders the remote that serves the path; otherwise the not-found page. */
export function RemotePage() {
  const remote = findRemoteByPath(useLocation().pathname)
  if (!remote) return <NotFoundPage />
  return <RemoteView key={remote} name={remote} />
}
