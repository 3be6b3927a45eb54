import { useEffect, useState, useSyncExternalStore } from 'react'
import { pageSocket } from './page-socket.ts'

/** A shorter wait is normal: a first connection on a slow network, a release of the server. */
const UNNOTICED_WAIT_MS = 10_000

/** Returns false after 10 s in which the visible page wanted a connection for pushes and had none; true otherwise. */
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
