import { calls } from '@meadow/contracts'
import {
  type CallRoute,
  DomainError,
  type Logger,
  logSecurityEvent,
  serve,
  type Throttle,
  type ThrottleLimit,
} from '@meadow/service'
import type { VapidKeys } from '../keys/vapid-keys.ts'
import { createTestPush } from '../push-payload.ts'
import type { PushClient } from '../sending/push-client.ts'
import { isP256PublicKey, toPushSubscriptionView } from './push-subscription.ts'
import type { PushSubscriptionRepository } from './push-subscription-repository.ts'

type PushRouteDeps = {
  pushSubscriptions: PushSubscriptionRepository
  vapidKeys: VapidKeys
  pushClient: Pick<PushClient, 'isAllowed'>
  throttle: Throttle
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

const TEST_PUSH_LIMIT: ThrottleLimit = { name: 'push-tests', max: 20, windowSeconds: 900 }

/** Creates the routes of push subscriptions. Member and session come from the token, never from the request. */
export function createPushRoutes(deps: PushRouteDeps): CallRoute[] {
  const { pushSubscriptions, vapidKeys, pushClient, throttle, log, now, newId } = deps

  return [
    serve(calls.getPushConfig, async ({ member }) => {
      const subscription = await pushSubscriptions.findBySession(member.sid)
      return {
        publicKey: await vapidKeys.getNewestPublicKey(),
        subscription: subscription ? toPushSubscriptionView(subscription) : null,
      }
    }),

    serve(calls.subscribePush, async ({ member, body: { subscription, publicKey, userId } }) => {
      if (userId !== undefined && userId !== member.sub) {
        logSecurityEvent(log, { event: 'push.member_refused', actor: member.sub, session: member.sid })
        throw new DomainError('forbidden')
      }
      const { endpoint, keys } = subscription
      if (!pushClient.isAllowed(endpoint)) throw new DomainError('push_service_not_allowed')
      if (!isP256PublicKey(keys.p256dh)) {
        const field = 'subscription.keys.p256dh'
        const fields = { [field]: 'Not a public key' }
        throw new DomainError('invalid_request', { fields, fieldCodes: { [field]: 'custom' } })
      }
      const newest = await vapidKeys.getNewestPublicKey()
      const vapidKey = publicKey ?? newest
      if (!(await vapidKeys.has(vapidKey))) throw new DomainError('push_key_replaced')
      const { href } = new URL(endpoint)
      const isStored = await pushSubscriptions.put(
        { ...keys, endpoint: href, vapidKey, sessionId: member.sid, memberId: member.sub },
        now(),
      )
      if (!isStored) throw new DomainError('forbidden')
      return { ok: true as const, publicKey: newest }
    }),

    serve(calls.unsubscribePush, async ({ member, body }) => {
      const endpoint = body?.endpoint === undefined ? undefined : new URL(body.endpoint).href
      await pushSubscriptions.removeForSession(member.sid, endpoint)
      return { ok: true as const }
    }),

    serve(calls.testPush, async ({ member }) => {
      await throttle.consume(TEST_PUSH_LIMIT, member.sid)
      const at = now()
      const id = newId(at)
      const push = createTestPush(member.sub, { id, at })
      if (!(await pushSubscriptions.enqueueTest(member.sid, push, at)))
        throw new DomainError('push_subscription_not_found')
      return { id }
    }),
  ]
}
