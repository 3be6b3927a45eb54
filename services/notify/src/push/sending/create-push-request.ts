import type { PushPayload } from '@meadow/contracts'
import webPush from 'web-push'
import type { VapidKeyPair } from '../keys/vapid-keys.ts'
import { toPushTopic } from '../push-tag.ts'
import type { WaitingPush } from '../queue/push-queue.ts'
import type { PushSubscription } from '../subscriptions/push-subscription.ts'
import type { PushRequest } from './push-client.ts'

const CONTENT_ENCODING = 'aes128gcm'

/** Messages wake a sleeping device; closing a notification can wait until it wakes up. */
function toUrgency({ type }: PushPayload): 'low' | 'normal' | 'high' {
  if (type === 'close') return 'low'
  return type === 'message' || type === 'test' ? 'high' : 'normal'
}

type PushRequestContext = { subscription: PushSubscription; authorization: string; now: Date }

/** Encrypts a push for its subscription (RFC 8291) and creates the request that delivers it (RFC 8030). */
export function createPushRequest(
  { tag, payload, expiresAt }: Pick<WaitingPush, 'tag' | 'payload' | 'expiresAt'>,
  { subscription, authorization, now }: PushRequestContext,
): PushRequest {
  const { endpoint, p256dh, auth, memberId } = subscription
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      TTL: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)),
      urgency: toUrgency(payload),
      topic: toPushTopic(memberId, tag),
      contentEncoding: CONTENT_ENCODING,
      vapidDetails: null, // it would use url.parse, which is deprecated
      headers: { Authorization: authorization },
    },
  )
  return { endpoint, headers, body }
}

const TOKEN_LIFETIME_MS = 12 * 3_600_000
/** A token is used for half of its lifetime, so that clocks may differ. */
const TOKEN_USE_MS = TOKEN_LIFETIME_MS / 2
const MAX_CACHED_TOKENS = 1_000

/** Returns the header `Authorization` with a VAPID token for the push service of an endpoint. */
export type VapidAuthorization = (endpoint: string, keyPair: VapidKeyPair, now: Date) => string

/** Creates the authorization by VAPID (RFC 8292). A token is used for all pushes to a push service. */
export function createVapidAuthorization(subject: string): VapidAuthorization {
  const cached = new Map<string, { authorization: string; usedUntil: number }>()
  return (endpoint, { publicKey, privateKey }, now) => {
    const { origin } = new URL(endpoint)
    const key = `${publicKey} ${origin}`
    const known = cached.get(key)
    const remainingMs = known ? known.usedUntil - now.getTime() : 0
    if (known && remainingMs > 0 && remainingMs <= TOKEN_USE_MS) return known.authorization
    if (cached.size >= MAX_CACHED_TOKENS) cached.clear()
    const expirationSeconds = Math.floor((now.getTime() + TOKEN_LIFETIME_MS) / 1_000)
    const { Authorization: authorization } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      CONTENT_ENCODING,
      expirationSeconds,
    )
    cached.set(key, { authorization, usedUntil: now.getTime() + TOKEN_USE_MS })
    return authorization
  }
}
