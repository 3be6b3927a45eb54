import { type ReactNode, useEffect, useState } from 'react'
import { waitForPageIdle } from '../page/wait-for-page-idle.ts'
import { useSession } from '../session/session-context.ts'
import { scheduleReconnect } from './schedule-reconnect.ts'
import { createSocketChannel, type SocketChannelSource, SocketContext } from './socket-channel.ts'

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

/** Loads the Socket.IO client and connects when the page is idle. Returns a function that disconnects. */
function connectWhenIdle(channel: SocketChannelSource): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  const attempt = async () => {
    await waitForPageIdle(signal)
    if (signal.aborted) return
    const [{ connectSocket: connectLive }, { createClientSocket: openSocket }] = await Promise.all([
      import('./connect-socket.ts'),
      import('./client-socket.ts'),
    ])
    if (!signal.aborted) signal.addEventListener('abort', connectLive(channel, openSocket))
  }
  const start = () => void attempt().catch(() => scheduleReconnect(start, signal))
  start()
  return () => abortController.abort()
}
