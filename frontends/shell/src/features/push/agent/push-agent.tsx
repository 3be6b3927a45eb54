import { useLocation, useNavigate, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import type { PushWorkerMessage } from '../../../service-worker/push/push-messages.ts'
import { readPushEnvironment } from '../device/push-environment.ts'
import { PushPrompt } from './push-prompt.tsx'
import { useCloseReadNotifications } from './use-close-read-notifications.ts'
import { usePushRepair } from './use-push-repair.ts'

/** Looks after push while the page is open, in browsers that have push. */
export const PushAgent = () => readPushEnvironment().isSupported && <SupportedPushAgent />

function SupportedPushAgent() {
  usePushRepair()
  useWorkerRequests()
  return useSession().user ? <MemberPushAgent /> : null
}

function MemberPushAgent() {
  useCloseReadNotifications()
  return <PushPrompt />
}

/** Responds to the service worker: which page is shown, and opens the page of a clicked notification without a reload. */
function useWorkerRequests(): void {
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
