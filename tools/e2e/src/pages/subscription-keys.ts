import { createECDH, randomBytes } from 'node:crypto'

/** Describes the subscription that a push service gives a browser. */
export type SubscriptionKeys = { endpoint: string; p256dh: string; auth: string }

/** Creates the endpoint and keys of a subscription. */
export function createSubscriptionKeys(): SubscriptionKeys {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const token = randomBytes(16).toString('hex')
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${token}`,
    p256dh,
    auth: randomBytes(16).toString('base64url'),
  }
}
