import { useEffect, useState, useSyncExternalStore } from 'react'
import { pageSocket } from './page-socket.ts'

/** A shorter wait is normal: the first connection on a slow network, or a deployment of the server. */
const UNNOTICED_WAIT_MS = 10_000

/**
 * Returns whether the page is live, which means that the server can push changes to it: false once the visible page has been
 * without the connection that it wants for 10 s.
 */
export function useIsLive(): boolean {
  const status = useSyncExternalStore(pageSocket.subscribe, pageSocket.readStatus)
  const [isLive, setIsLive] = useState(true)
  useEffect(() => {
    if (status !== 'connecting') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => setIsLive(false), UNNOTICED_WAIT_MS)
    }
    restart()
    document.addEventListener('visibilitychange', restart) // a hidden page may have been frozen or disconnected
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', restart)
      setIsLive(true)
    }
  }, [status])
  return isLive
}
