import { type PushEnvironment, readPushEnvironment } from './push-environment.ts'
import {
  type DeviceSubscription,
  type SubscriptionBody,
  subscribeForKey,
  toDeviceSubscription,
} from './subscribe-for-key.ts'

/** The browser's side of push on this device. */
export type PushDevice = PushEnvironment & {
  permission: NotificationPermission
  hasWorker: boolean
  subscription: DeviceSubscription | null
}

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

/**
 * Subscribes this browser for a VAPID key, and gives up a subscription for another one.
 * @throws DOMException if the browser refuses or its push service cannot be reached
 */
export async function subscribeDevice(publicKey: string): Promise<SubscriptionBody> {
  return subscribeForKey((await waitForRegistration()).pushManager, publicKey)
}

/** Ends the subscription of this browser and removes its notifications. Works without network. */
export async function unsubscribeDevice(): Promise<void> {
  if (!readPushEnvironment().isSupported) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}

/** Waits for the service worker, which starts after the first load of the page. @throws Error after 10 s */
async function waitForRegistration(): Promise<ServiceWorkerRegistration> {
  const { promise: isTooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('There is no service worker')), WORKER_TIMEOUT_MS)
  return Promise.race([navigator.serviceWorker.ready, isTooLate]).finally(() => clearTimeout(timer))
}
