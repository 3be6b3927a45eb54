import { FaultBoundary } from '@meadow/web'
import { lazy, Suspense, useMemo, useState } from 'react'
import { DeadRemote } from './dead-remote.tsx'
import { RemoteSkeleton } from './remote-skeleton.tsx'
import { type LoadRemote, loadRemote, type RemoteName } from './remotes.ts'

/** Another team's front end, from its own build. When it is away, a panel says so and the bars keep working. */
export function RemoteView({ name, load = loadRemote }: { name: RemoteName; load?: LoadRemote }) {
  const [attempt, setAttempt] = useState(0)
  // One lazy component per attempt: React remembers a failed one for ever.
  const View = useMemo(() => lazy(() => load(name, attempt)), [name, attempt, load])
  return (
    <FaultBoundary key={attempt} fallback={() => <DeadRemote name={name} onRetry={() => setAttempt(attempt + 1)} />}>
      <Suspense fallback={<RemoteSkeleton />}>
        <View />
      </Suspense>
    </FaultBoundary>
  )
}
