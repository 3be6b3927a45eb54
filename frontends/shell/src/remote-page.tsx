import { useLocation } from '@meadow/web'
import { RemoteView } from './features/remotes/remote-view.tsx'
import { findRemoteByPath } from './features/remotes/remotes.ts'
import { LazyPage } from './lazy-page/lazy-page.tsx'
import { loadNamedExport } from './lazy-page/load-named-export.ts'
import { t } from './texts.ts'

const loadNotFoundPage = loadNamedExport(() => import('./features/not-found/not-found-page.tsx'), 'NotFoundPage')

/** Renders the remote that serves the path; otherwise the not-found page. */
export function RemotePage() {
  const remote = findRemoteByPath(useLocation().pathname)
  if (!remote) return <LazyPage title={t('notFound.page')} load={loadNotFoundPage} />
  return <RemoteView key={remote} name={remote} />
}
