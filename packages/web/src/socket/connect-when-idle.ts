import { waitForPageIdle } from '../page/wait-for-page-idle.ts'
import { scheduleReconnect } from './schedule-reconnect.ts'
import type { SocketChannelSource } from './socket-channel.ts'

/** Loads the Socket.IO client and connects when the page is idle. Returns a function that disconnects. */
export function connectWhenIdle(channel: SocketChannelSource): () => void {
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
