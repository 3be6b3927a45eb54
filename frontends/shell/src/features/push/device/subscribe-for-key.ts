/** A subscription of the browser, with the VAPID key that it was made for, in base64url. */
export type DeviceSubscription = { endpoint: string; publicKey: string }

export type SubscriptionBody = { endpoint: string; keys: { p256dh: string; auth: string } }

export const toDeviceSubscription = ({ endpoint, options }: PushSubscription): DeviceSubscription => ({
  endpoint,
  publicKey: options.applicationServerKey ? encodeBase64Url(new Uint8Array(options.applicationServerKey)) : '',
})

/**
 * Subscribes for a VAPID key, and gives up a subscription for another one. For pages and the service worker.
 * @throws DOMException if the browser refuses or its push service cannot be reached
 */
export async function subscribeForKey(pushManager: PushManager, publicKey: string): Promise<SubscriptionBody> {
  const known = await pushManager.getSubscription()
  const isCurrent = known !== null && toDeviceSubscription(known).publicKey === publicKey
  if (known && !isCurrent) await known.unsubscribe() // a browser has one subscription, and refuses another key
  const subscription = isCurrent
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

const encodeBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
