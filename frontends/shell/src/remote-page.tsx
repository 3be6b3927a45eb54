import { useLocation } from '@meadow/web'
import { useCallback } from 'react'
import { findRemoteByPath, type LoadRemote, loadRemote, type RemoteName } from './features/remotes/remotes.ts'
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

/** Renders a remote front end from its own build. */
export function RemoteView({ name, load = loadRemote }: { name: RemoteName; load?: LoadRemote }) {
  const loadAttempt = useCallback((attempt: number) => load(name, attempt), [name, load])
  return <LazyPage title={t(`remote.${name}`)} load={loadAttempt} />
}
