import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { PushSubscriptionKeys, PushSubscriptionView, VapidPublicKey } from '../shapes/push.ts'
import { Id } from '../text.ts'

export const getPushConfig = defineCall({
  method: 'get',
  path: '/push/config',
  access: 'member',
  summary: 'Returns the newest public VAPID key, and the push subscription of this session',
  response: z.object({ publicKey: VapidPublicKey, subscription: PushSubscriptionView.nullable() }),
})

/** `publicKey` is the key of the subscription, by default the newest one. A `userId` must be the member of the session. */
export const subscribePush = defineCall({
  method: 'post',
  path: '/push/subscribe',
  access: 'member',
  summary:
    'Stores the push subscription of this session, instead of an earlier one; returns the newest public VAPID key: if it is another one than that of the subscription, subscribe again',
  body: z.object({
    subscription: PushSubscriptionKeys,
    publicKey: VapidPublicKey.optional(),
    userId: Id.optional(),
  }),
  response: z.object({ ok: z.literal(true), publicKey: VapidPublicKey }),
})

export const unsubscribePush = defineCall({
  method: 'delete',
  path: '/push/subscribe',
  access: 'member',
  summary:
    'Deletes the push subscription of this session; with an `endpoint`, only if it is the one of the subscription',
  body: z.object({ endpoint: PushSubscriptionKeys.shape.endpoint.optional() }).optional(),
  response: z.object({ ok: z.literal(true) }),
})

export const testPush = defineCall({
  method: 'post',
  path: '/push/test',
  access: 'member',
  status: 202,
  summary: 'Sends a test to the push subscription of this session; returns the id that the push will have',
  response: z.object({ id: Id }),
})
