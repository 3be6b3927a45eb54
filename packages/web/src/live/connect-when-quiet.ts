import { whenQuiet } from '../page/when-quiet.ts'
import { later } from './later.ts'
import type { LiveSource } from './live.ts'

/** Connects when what one looks at is there, and loads only then what that takes. Answers how to stop. */
export function connectWhenQuiet(live: LiveSource): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const attempt = async () => {
    await whenQuiet(signal)
    if (signal.aborted) return
    const [{ connectLive }, { openSocket }] = await Promise.all([
      import('./connect-live.ts'),
      import('./live-socket.ts'),
    ])
    if (!signal.aborted) signal.addEventListener('abort', connectLive(live, openSocket))
  }
  const start = () => void attempt().catch(() => later(start, signal))
  start()
  return () => stopped.abort()
}
