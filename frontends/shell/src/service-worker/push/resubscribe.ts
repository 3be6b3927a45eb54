import type { PushWorkerDeps } from './push-worker-deps.ts'

type PushConfig = { publicKey: string }

/** Subscribes again after the browser has dropped the subscription. If it fails, the page repairs it at its next start. */
export async function resubscribe({ scope, readMemberId, callApi }: PushWorkerDeps): Promise<void> {
  if ((await readMemberId()) === undefined) return
  const { publicKey } = (await callApi('GET', '/push/config')) as PushConfig
  const { pushManager } = scope.registration
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  await callApi('POST', '/push/subscribe', { subscription: { endpoint, keys }, publicKey })
}
