import { useSession } from '@meadow/web'
import { useCloseReadNotifications } from './use-close-read-notifications.ts'
import { usePushPrompt } from './use-push-prompt.ts'
import { usePushRepair } from './use-push-repair.ts'
import { useWorkerRequests } from './use-worker-requests.ts'

/** Looks after push while the page is open. Renders nothing. */
export function PushAgent() {
  usePushRepair()
  useWorkerRequests()
  return useSession().user ? <MemberPushAgent /> : null
}

function MemberPushAgent() {
  useCloseReadNotifications()
  usePushPrompt()
  return null
}
