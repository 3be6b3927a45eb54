import type { PushFailure } from '@meadow/contracts'
import type { VapidKeys } from '../keys/vapid-keys.ts'
import type { ClaimedSubscription, WaitingPush } from '../queue/push-queue.ts'
import { isQuietAt } from '../quiet-hours.ts'
import { createPushRequest, type VapidAuthorization } from './create-push-request.ts'
import type { PushClient } from './push-client.ts'
import { type PushResult, toPushResult } from './push-response.ts'

/** The outcome of a push, as the metrics count it. */
export type PushOutcome = 'sent' | 'expired' | 'quiet' | 'gone' | PushFailure['code']

export type SendPushDeps = { client: PushClient; vapidKeys: VapidKeys; authorize: VapidAuthorization; now: () => Date }

/**
 * Returns why a push must not be sent any more; undefined if it may. Quiet hours do not hold back the closing of a notification,
 * which makes no sound, nor a test that the member started.
 */
export function findDropReason(
  { payload, expiresAt }: Pick<WaitingPush, 'payload' | 'expiresAt'>,
  { quietHours }: Pick<ClaimedSubscription, 'quietHours'>,
  now: Date,
): 'expired' | 'quiet' | undefined {
  if (expiresAt <= now) return 'expired'
  const ignoresQuietHours = payload.type === 'close' || payload.type === 'test'
  return !ignoresQuietHours && quietHours && isQuietAt(quietHours, now) ? 'quiet' : undefined
}

/**
 * Sends one push to its subscription. The caller has checked `findDropReason`.
 * @throws Error if the store of this service fails, or none of its encryption keys decrypts the stored VAPID private key
 */
export async function sendPush(
  push: WaitingPush,
  subscription: ClaimedSubscription,
  { client, vapidKeys, authorize, now }: SendPushDeps,
): Promise<PushResult> {
  const keyPair = await vapidKeys.findKeyPair(subscription.vapidKey)
  if (!keyPair) return { result: 'refused', failure: { code: 'refused', status: null } }
  const at = now()
  const authorization = authorize(subscription.endpoint, keyPair, at)
  const request = createPushRequest(push, { subscription, authorization, now: at })
  return toPushResult(await client.send(request))
}
