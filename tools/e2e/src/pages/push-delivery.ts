import type { BrowserContext, Page } from '@playwright/test'
import { openWorkerRegistration, prependToWorker } from './worker-registration.ts'

type ShownNotification = { title: string; body: string; tag: string; actions: string[] }

/** Delivers pushes to the service worker of a page, as the push service of the browser does. */
export type PushDelivery = {
  deliver: (payload: unknown) => Promise<void>
  /** Returns the visible notifications. */
  listShown: () => Promise<ShownNotification[]>
  /** Clicks the first visible notification, or one of its actions. */
  click: (action?: string, reply?: string) => Promise<void>
}

/** Lets the service worker put its notifications into a list. Call it before the first page opens. */
export async function listNotificationsInsteadOfShowing(context: BrowserContext): Promise<void> {
  await prependToWorker(context, new URL('./notification-list.js', import.meta.url))
}

/** Connects to the service worker of a page, which must be active. */
export async function openPushDelivery(page: Page): Promise<PushDelivery> {
  const { session, origin, registrationId } = await openWorkerRegistration(page, new URL(page.url()).origin)
  return {
    async deliver(payload) {
      const data = typeof payload === 'string' ? payload : JSON.stringify(payload)
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
    listShown: () =>
      page.evaluate(async () => {
        type Stored = Omit<ShownNotification, 'actions'> & { actions?: { action: string }[] }
        const list: Stored[] = (await (await caches.match('/list', { cacheName: 'test-notifications' }))?.json()) ?? []
        return list.map(({ title, body, tag, actions = [] }) => ({
          title,
          body,
          tag,
          actions: actions.map(({ action }) => action),
        }))
      }),
    click: (action = '', reply = undefined) =>
      page.evaluate(
        ([clicked, text]) =>
          navigator.serviceWorker.controller?.postMessage({ type: 'test-click', action: clicked, reply: text }),
        [action, reply] as const,
      ),
  }
}
