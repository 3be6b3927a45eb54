import { type PushEnvironment, readPushEnvironment } from './push-environment.ts'

/** The browser's side of push on this device. */
export type PushDevice = PushEnvironment & {
  permission: NotificationPermission
  hasWorker: boolean
  subscription: DeviceSubscription | null
}

/** The subscription of the browser, with the VAPID key that it was made for, in base64url. */
type DeviceSubscription = { endpoint: string; publicKey: string }

export type SubscriptionBody = { endpoint: string; keys: { p256dh: string; auth: string } }

const WORKER_TIMEOUT_MS = 10_000

/** Reads the state of push in this browser. Asks the member nothing. */
export async function readPushDevice(): Promise<PushDevice> {
  const environment = readPushEnvironment()
  const registration = environment.isSupported ? await navigator.serviceWorker.getRegistration() : undefined
  const subscription = await registration?.pushManager.getSubscription()
  return {
    ...environment,
    permission: environment.isSupported ? Notification.permission : 'default',
    hasWorker: Boolean(registration?.active),
    subscription: subscription ? toDeviceSubscription(subscription) : null,
  }
}

const toDeviceSubscription = ({ endpoint, options }: PushSubscription): DeviceSubscription => ({
  endpoint,
  publicKey: options.applicationServerKey ? encodeBase64Url(new Uint8Array(options.applicationServerKey)) : '',
})

/**
 * Subscribes this browser for a VAPID key, and gives up a subscription for another one.
 * @throws DOMException if the browser refuses or its push service cannot be reached
 */
export async function subscribeDevice(publicKey: string): Promise<SubscriptionBody> {
  const { pushManager } = await waitForRegistration()
  const known = await pushManager.getSubscription()
  const isCurrent = known !== null && toDeviceSubscription(known).publicKey === publicKey
  if (known && !isCurrent) await known.unsubscribe() // a browser has one subscription, and refuses another key
  const subscription = isCurrent
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return toSubscriptionBody(subscription)
}

/** Ends the subscription of this browser and removes its notifications. Works without network. */
export async function unsubscribeDevice(): Promise<void> {
  if (!readPushEnvironment().isSupported) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}

function toSubscriptionBody(subscription: PushSubscription): SubscriptionBody {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** Waits for the service worker, which starts after the first load of the page. @throws Error after 10 s */
async function waitForRegistration(): Promise<ServiceWorkerRegistration> {
  const { promise: isTooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('There is no service worker')), WORKER_TIMEOUT_MS)
  return Promise.race([navigator.serviceWorker.ready, isTooLate]).finally(() => clearTimeout(timer))
}

const encodeBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
