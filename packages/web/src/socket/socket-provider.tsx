import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { waitForPageIdle } from '../page/wait-for-page-idle.ts'
import { useSession } from '../session/session-context.ts'
import { scheduleReconnect } from './schedule-reconnect.ts'
import { createSocketChannel, type SocketChannelSource, SocketContext } from './socket-channel.ts'

type LoadListener = () => Promise<{ default: ComponentType }>

type SocketProviderProps = {
  children: ReactNode
  /** Loads a component that subscribes to pushes, and needs no other. It is mounted before the first connection. */
  loadListener?: LoadListener
  connect?: typeof connectWhenIdle
}

/** Keeps the one socket connection of the page for the signed-in member. Needs a SessionProvider above it. */
export function SocketProvider({ children, loadListener, connect = connectWhenIdle }: SocketProviderProps) {
  const { user } = useSession()
  const [channel] = useState(createSocketChannel)
  const [Listener, setListener] = useState<ComponentType>()
  const memberId = user?._id
  useEffect(() => {
    if (!memberId) return
    return connect(channel, async () => {
      const listener = await loadListener?.()
      if (listener) flushSync(() => setListener(() => listener.default))
    })
  }, [channel, memberId, loadListener, connect])
  return (
    <SocketContext value={channel}>
      {children}
      {Listener && <Listener />}
    </SocketContext>
  )
}

/** Loads the Socket.IO client, mounts the listener, and connects, when the page is idle. Returns a function that disconnects. */
function connectWhenIdle(channel: SocketChannelSource, mountListener: () => Promise<void>): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  const attempt = async () => {
    await waitForPageIdle(signal)
    if (signal.aborted) return
    const [{ connectSocket: connectLive }, { createClientSocket: openSocket }] = await Promise.all([
      import('./connect-socket.ts'),
      import('./client-socket.ts'),
      mountListener(),
    ])
    if (!signal.aborted) signal.addEventListener('abort', connectLive(channel, openSocket))
  }
  const start = () => void attempt().catch(() => scheduleReconnect(start, signal))
  start()
  return () => abortController.abort()
}
