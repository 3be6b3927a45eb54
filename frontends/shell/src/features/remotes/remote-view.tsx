import { useCallback } from 'react'
import { LazyPage } from '../../lazy-page/lazy-page.tsx'
import { t } from '../../texts.ts'
import { type LoadRemote, loadRemote, type RemoteName } from './remotes.ts'

/** Renders a remote front end from its own build. */
export function RemoteView({ name, load = loadRemote }: { name: RemoteName; load?: LoadRemote }) {
  const loadAttempt = useCallback((attempt: number) => load(name, attempt), [name, load])
  return <LazyPage title={t(`remote.${name}`)} load={loadAttempt} />
}
