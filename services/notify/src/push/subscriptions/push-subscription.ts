import { ECDH } from 'node:crypto'
import type { PushFailure, PushSubscriptionView } from '@meadow/contracts'

/** The push subscription of a session: where its browser receives pushes, and the keys that encrypt and sign them. */
export type PushSubscription = {
  _id: string
  sessionId: string
  memberId: string
  endpoint: string
  p256dh: string
  auth: string
  /** The public VAPID key with which the browser subscribed. */
  vapidKey: string
  createdAt: Date
  lastSuccessAt: Date | null
  lastFailure: { at: Date; code: PushFailure['code']; status: number | null } | null
}

/** Converts a subscription to the view of its session. It contains no address and no key. */
export const toPushSubscriptionView = ({
  createdAt,
  lastSuccessAt,
  lastFailure,
}: PushSubscription): PushSubscriptionView => ({
  createdAt: createdAt.toISOString(),
  lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
  lastFailure: lastFailure && { ...lastFailure, at: lastFailure.at.toISOString() },
})

/** Returns true if the text is a point on the curve P-256, so that pushes can be encrypted for it. */
export function isP256PublicKey(base64url: string): boolean {
  try {
    return ECDH.convertKey(base64url, 'prime256v1', 'base64url', 'base64url', 'uncompressed') !== ''
  } catch {
    return false
  }
}

/**
 * Returns true if the push service of an endpoint accepts pushes that show nothing. Apple ends the subscription of a page after a
 * few of them.
 */
export const allowsSilentPushes = (endpoint: string): boolean =>
  !/(?:^|\.)push\.apple\.com$/.test(new URL(endpoint).hostname)
