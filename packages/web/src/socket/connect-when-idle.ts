import { waitForPageIdle } from '../page/wait-for-page-idle.ts'
import { scheduleReconnect } from './schedule-reconnect.ts'
import type { SocketChannelSource } from './socket-channel.ts'

/** Connects when what one looks at is there, and loads only then what that takes. Answers how to stop. */
export function connectWhenIdle(live: SocketChannelSource): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const attempt = async () => {
    await waitForPageIdle(signal)
    if (signal.aborted) return
    const [{ connectSocket: connectLive }, { createClientSocket: openSocket }] = await Promise.all([
      import('./connect-socket.ts'),
      import('./client-socket.ts'),
    ])
    if (!signal.aborted) signal.addEventListener('abort', connectLive(live, openSocket))
  }
  const start = () => void attempt().catch(() => scheduleReconnect(start, signal))
  start()
  return () => stopped.abort()
}
