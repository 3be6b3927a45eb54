import { useLocation, useNavigate } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import type { PushWorkerMessage } from '../../../service-worker/push/push-messages.ts'

/** Responds to the service worker: which page is shown, and opens the page of a clicked notification without a reload. */
export function useWorkerRequests(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const respond = useEffectEvent((message: PushWorkerMessage | undefined, port: MessagePort | undefined) => {
    if (message?.type === 'read-path') port?.postMessage(pathname)
    if (message?.type === 'open-path') {
      void navigate(message.path)
      port?.postMessage(true)
    }
  })
  useEffect(() => {
    const onMessage = ({ data, ports }: MessageEvent<PushWorkerMessage | undefined>) => respond(data, ports[0])
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [])
}
