import { subscribeForKey } from '../../features/push/device/subscribe-for-key.ts'
import type { PushWorkerDeps } from './push-worker-deps.ts'

type PushConfig = { publicKey: string }

/** Subscribes again after the browser has dropped the subscription. If it fails, the page repairs it at its next start. */
export async function resubscribe({ scope, readMemberId, callApi }: PushWorkerDeps): Promise<void> {
  if ((await readMemberId()) === undefined) return
  const { publicKey } = (await callApi('GET', '/push/config')) as PushConfig
  const subscription = await subscribeForKey(scope.registration.pushManager, publicKey)
  await callApi('POST', '/push/subscribe', { subscription, publicKey })
}
