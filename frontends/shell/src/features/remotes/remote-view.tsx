import { useCallback } from 'react'
import { LatePart } from '../../late/late-part.tsx'
import { t } from '../../texts.ts'
import { type LoadRemote, loadRemote, type RemoteName } from './remotes.ts'

/** Another team's front end, from its own build. */
export function RemoteView({ name, load = loadRemote }: { name: RemoteName; load?: LoadRemote }) {
  const loadIt = useCallback((attempt: number) => load(name, attempt), [name, load])
  return <LatePart name={t(`remote.${name}`)} load={loadIt} />
}
