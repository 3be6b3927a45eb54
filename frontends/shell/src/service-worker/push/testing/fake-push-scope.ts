import type { PushWorkerMessage } from '../push-messages.ts'
import type { PageClient, PushNotificationOptions, PushScope } from '../push-scope.ts'
import type { PushOutboxAction, PushWorkerDeps } from '../push-worker-deps.ts'
import { ANN_ID, NOW, ORIGIN, SERVER_KEY } from './push-fixtures.ts'

type ShownNotification = { title: string; close: () => void; data: unknown; tag: string } & PushNotificationOptions

export type FakePushScope = PushScope & {
  /** The notifications that are visible, oldest first. */
  shown: ShownNotification[]
  openedUrls: string[]
  pages: FakePage[]
  isSubscribed: boolean
  /** The key of the subscription; undefined after the browser has dropped it. */
  subscribedFor: string | undefined
}

/** A page that responds to the worker, unless it is `silent`. */
export type FakePage = PageClient & { messages: PushWorkerMessage[]; isFocused: boolean; navigatedTo: string[] }

export function createFakePage(
  path: string,
  { isVisible = true, isSilent = false }: { isVisible?: boolean; isSilent?: boolean } = {},
): FakePage {
  const page: FakePage = {
    url: ORIGIN + path,
    visibilityState: isVisible ? 'visible' : 'hidden',
    messages: [],
    isFocused: false,
    navigatedTo: [],
    focus: async () => {
      page.isFocused = true
    },
    navigate: async (url) => page.navigatedTo.push(url),
    postMessage(message, [port] = []) {
      const { type } = message as PushWorkerMessage
      page.messages.push(message as PushWorkerMessage)
      if (!isSilent) (port as MessagePort | undefined)?.postMessage(type === 'read-path' ? path : true)
    },
  }
  return page
}

export function createFakePushScope(...pages: FakePage[]): FakePushScope {
  globalThis.MessageChannel = FakeMessageChannel as unknown as typeof MessageChannel
  const shown: ShownNotification[] = []
  const scope: FakePushScope = {
    origin: ORIGIN,
    shown,
    openedUrls: [],
    pages,
    get isSubscribed() {
      return scope.subscribedFor !== undefined
    },
    subscribedFor: SERVER_KEY,
    registration: {
      showNotification: async (title, options: PushNotificationOptions = {}) => {
        const close = () => void shown.splice(shown.indexOf(notification), 1)
        const notification: ShownNotification = { ...options, title, close, data: options.data, tag: options.tag ?? '' }
        const replaced = shown.findIndex(({ tag }) => tag === options.tag)
        shown.splice(replaced < 0 ? shown.length : replaced, replaced < 0 ? 0 : 1, notification)
      },
      getNotifications: async ({ tag } = {}) =>
        shown.filter((notification) => tag === undefined || notification.tag === tag) as unknown as Notification[],
      pushManager: {
        getSubscription: async () => (scope.subscribedFor ? createFakeSubscription(scope) : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (scope.subscribedFor && scope.subscribedFor !== applicationServerKey)
            throw new DOMException('A subscription with a different key exists', 'InvalidStateError')
          scope.subscribedFor = applicationServerKey
          return createFakeSubscription(scope)
        },
      } as unknown as PushManager,
    },
    clients: {
      matchAll: async () => scope.pages,
      openWindow: async (url) => scope.openedUrls.push(url),
    },
  }
  return scope
}

const createFakeSubscription = (scope: FakePushScope) => ({
  toJSON: () => ({
    endpoint: `https://push.example/${scope.subscribedFor}`,
    expirationTime: null,
    keys: { p256dh: 'p256dh', auth: 'auth' },
  }),
  options: { applicationServerKey: decodeBase64Url(scope.subscribedFor ?? '').buffer },
  async unsubscribe() {
    scope.subscribedFor = undefined
    return true
  },
})

const decodeBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Creates what the handlers need, for Ann at noon. `stored` are the actions of the outbox; `drains` counts. */
export function createFakePushDeps(scope: FakePushScope, changes: Partial<PushWorkerDeps> = {}) {
  const stored: PushOutboxAction[] = []
  const counts = { drains: 0, badgeUpdates: 0 }
  const deps: PushWorkerDeps = {
    scope,
    abilities: { maxActions: 2, hasTextField: true },
    now: () => NOW,
    readMemberId: async () => ANN_ID,
    callApi: async (method, path) => {
      throw new Error(`There is no network for ${method} ${path}`)
    },
    outbox: {
      add: async (actions) => void stored.push(...actions),
      drain: async () => {
        counts.drains += 1
      },
    },
    updateBadge: async () => {
      counts.badgeUpdates += 1
    },
    ...changes,
  }
  return { deps, stored, counts }
}

/** jsdom has no message channels. */
class FakeMessageChannel {
  port1 = createFakePort(() => this.port2)
  port2: FakePort = createFakePort(() => this.port1)
}
type FakePort = {
  onmessage?: (event: { data: unknown }) => void
  postMessage: (data: unknown) => void
  close: () => void
}

const createFakePort = (getOther: () => FakePort): FakePort => ({
  postMessage: (data) => queueMicrotask(() => getOther().onmessage?.({ data })),
  close: () => undefined,
})
