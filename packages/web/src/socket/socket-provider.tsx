import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../session/session-context.ts'
import { connectWhenIdle } from './connect-when-idle.ts'
import { createSocketChannel } from './socket-channel.ts'
import { SocketContext } from './socket-context.ts'

type SocketProviderProps = { children: ReactNode; connect?: typeof connectWhenIdle }

/** The one connection of the page, for whoever is signed in. Needs the session above it. */
export function SocketProvider({ children, connect = connectWhenIdle }: SocketProviderProps) {
  const { user } = useSession()
  const [live] = useState(createSocketChannel)
  const memberId = user?._id
  useEffect(() => {
    if (memberId) return connect(live)
  }, [live, memberId, connect])
  return <SocketContext value={live}>{children}</SocketContext>
}
