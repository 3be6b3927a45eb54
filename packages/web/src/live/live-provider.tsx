import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../session/session-context.ts'
import { connectWhenQuiet } from './connect-when-quiet.ts'
import { createLive } from './live.ts'
import { LiveContext } from './live-context.ts'

type LiveProviderProps = { children: ReactNode; connect?: typeof connectWhenQuiet }

/** The one connection of the page, for whoever is signed in. Needs the session above it. */
export function LiveProvider({ children, connect = connectWhenQuiet }: LiveProviderProps) {
  const { user } = useSession()
  const [live] = useState(createLive)
  const memberId = user?._id
  useEffect(() => {
    if (memberId) return connect(live)
  }, [live, memberId, connect])
  return <LiveContext value={live}>{children}</LiveContext>
}
