import { act } from '@testing-library/react'
import type { PushWorkerMessage } from '../../../service-worker/push/push-messages.ts'
import type { ShownPush } from '../../../service-worker/push/push-payload.ts'

/** A VAPID key of the server, and the one before it. */
export const SERVER_KEY = `B${'c'.repeat(85)}A`
export const EARLIER_KEY = `B${'e'.repeat(85)}A`

type FakeBrowserOptions = {
  permission?: NotificationPermission
  /** Answer of the member to the question of the browser. */
  answer?: NotificationPermission
  subscribedFor?: string
  hasWorker?: boolean
  shown?: ShownPush[]
}

export type FakePushBrowser = {
  /** Number of times that the member was asked for the permission. */
  readonly timesAsked: number
  /** The key of the current subscription; undefined without one. */
  readonly subscribedFor: string | undefined
  /** The ids of the notifications that are visible. */
  readonly shownIds: string[]
  /** Makes the push service refuse, as one that cannot be reached. */
  failToSubscribe: () => void
  /** The service worker sends a message to the page. Returns the response of the page. */
  sendFromWorker: (message: PushWorkerMessage) => Promise<unknown>
}

/** Gives the page push, which jsdom does not have. */
export function fakePushBrowser(options: FakeBrowserOptions = {}): FakePushBrowser {
  const { permission = 'default', answer = 'granted', hasWorker = true, shown = [] } = options
  const worker = new EventTarget()
  const notifications = shown.map((data) => ({ data, close: () => void notifications.splice(findIndex(data), 1) }))
  const findIndex = (data: ShownPush) => notifications.findIndex((notification) => notification.data === data)
  let { subscribedFor } = options
  let timesAsked = 0
  let canSubscribe = true

  const toSubscription = (key: string) => ({
    endpoint: `https://push.example/${key.slice(0, 4)}`,
    options: { applicationServerKey: decodeBase64Url(key).buffer },
    toJSON: () => ({
      endpoint: `https://push.example/${key.slice(0, 4)}`,
      keys: { p256dh: key, auth: 'a'.repeat(22) },
    }),
    unsubscribe: async () => {
      subscribedFor = undefined
      return true
    },
  })
  const registration = {
    active: { postMessage: () => undefined },
    getNotifications: async () => [...notifications],
    pushManager: {
      getSubscription: async () => (subscribedFor ? toSubscription(subscribedFor) : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (!canSubscribe) throw new DOMException('push service error', 'AbortError')
        subscribedFor = applicationServerKey
        return toSubscription(applicationServerKey)
      },
    },
  }
  const notification = {
    permission,
    requestPermission: async () => {
      timesAsked += 1
      if (notification.permission === 'default') notification.permission = answer
      return notification.permission
    },
  }
  Object.assign(globalThis, { isSecureContext: true, PushManager: {}, Notification: notification })
  Object.assign(worker, {
    getRegistration: async () => (hasWorker ? registration : undefined),
    ready: hasWorker ? Promise.resolve(registration) : new Promise(() => undefined),
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  return {
    get timesAsked() {
      return timesAsked
    },
    get subscribedFor() {
      return subscribedFor
    },
    get shownIds() {
      return notifications.map(({ data }) => data.id)
    },
    failToSubscribe: () => {
      canSubscribe = false
    },
    sendFromWorker: (data) =>
      act(async () => {
        let response: unknown
        const postMessage = (value: unknown) => {
          response = value
        }
        worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [{ postMessage }] }))
        return response
      }),
  }
}

/** Takes push away again: a browser without it. */
export function removePushBrowser(): void {
  for (const name of ['PushManager', 'Notification', 'isSecureContext']) Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
}

const decodeBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
