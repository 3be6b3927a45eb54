import { useSession } from '@meadow/web'
import { readPushEnvironment } from '../device/push-environment.ts'
import { PushPrompt } from './push-prompt.tsx'
import { useCloseReadNotifications } from './use-close-read-notifications.ts'
import { usePushRepair } from './use-push-repair.ts'
import { useWorkerRequests } from './use-worker-requests.ts'

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
