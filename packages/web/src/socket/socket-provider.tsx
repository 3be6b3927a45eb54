import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../session/session-context.ts'
import { connectWhenIdle } from './connect-when-idle.ts'
import { createSocketChannel } from './socket-channel.ts'
import { SocketContext } from './use-socket-event.ts'

type SocketProviderProps = { children: ReactNode; connect?: typeof connectWhenIdle }

/** Keeps the one socket connection of the page for the signed-in member. Needs a SessionProvider above it. */
export function SocketProvider({ children, connect = connectWhenIdle }: SocketProviderProps) {
  const { user } = useSession()
  const [channel] = useState(createSocketChannel)
  const memberId = user?._id
  useEffect(() => {
    if (memberId) return connect(channel)
  }, [channel, memberId, connect])
  return <SocketContext value={channel}>{children}</SocketContext>
}
