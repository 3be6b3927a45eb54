import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../session/session-context.ts'
import { connectLive } from './connect-live.ts'
import { createLive } from './live.ts'
import { LiveContext } from './live-context.ts'
import { openSocket } from './live-socket.ts'

/** The one connection of the page, for whoever is signed in. Needs the session above it. */
export function LiveProvider({ children, open = openSocket }: { children: ReactNode; open?: typeof openSocket }) {
  const { user } = useSession()
  const [live] = useState(createLive)
  const memberId = user?._id
  useEffect(() => {
    if (memberId) return connectLive(live, open)
  }, [live, memberId, open])
  return <LiveContext value={live}>{children}</LiveContext>
}
