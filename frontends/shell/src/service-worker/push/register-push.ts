import {
  addOutboxEntry,
  createWorkerOutboxSender,
  drainOutbox,
  OUTBOX_SYNC_TAG,
  readDeviceMemberId,
} from '@meadow/web/outbox-engine'
import { subscribeForKey } from '../../features/push/device/subscribe-for-key.ts'
import { worker } from '../worker-scope.ts'
import { handleNotificationClick } from './handle-notification-click.ts'
import { handlePush } from './handle-push.ts'
import type { PushWorkerDeps } from './push-worker-deps.ts'
import { toOutboxEntry } from './to-outbox-entry.ts'
import { updateBadge } from './update-badge.ts'

const API_TIMEOUT_MS = 10_000

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

/** Shows pushes, does what is clicked in their notifications, and subscribes again when the browser drops the subscription. */
export function registerPush(): void {
  const deps = createDeps()
  worker.addEventListener('push', (event) => event.waitUntil(handlePush(deps, parseJson(event.data?.text()))))
  worker.addEventListener('notificationclick', (event) => {
    const { action, notification } = event
    const { reply } = event as { reply?: string }
    event.waitUntil(handleNotificationClick(deps, { action, reply, notification }))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const { waitUntil } = event as ExtendableEvent
    waitUntil.call(
      event,
      resubscribe(deps).catch(() => undefined),
    )
  })
}

function createDeps(): PushWorkerDeps {
  const sendRequest = createWorkerOutboxSender()
  const requireMemberId = async () => {
    const memberId = await readDeviceMemberId()
    if (memberId === undefined) throw new Error('Nobody is signed in')
    return memberId
  }
  const callApi: PushWorkerDeps['callApi'] = async (method, path, body) =>
    sendRequest(
      { method, path, body },
      { memberId: await requireMemberId(), signal: AbortSignal.timeout(API_TIMEOUT_MS) },
    )
  return {
    scope: {
      origin: worker.location.origin,
      registration: worker.registration,
      clients: {
        matchAll: (options) => worker.clients.matchAll(options),
        openWindow: (url) => worker.clients.openWindow(url),
      },
    },
    abilities: {
      maxActions: (Notification as { maxActions?: number }).maxActions ?? 0,
      hasTextField: 'reply' in NotificationEvent.prototype,
    },
    now: () => new Date(),
    readMemberId: readDeviceMemberId,
    callApi,
    outbox: {
      async add(actions) {
        const memberId = await requireMemberId()
        for (const action of actions)
          await addOutboxEntry(toOutboxEntry(action, { id: crypto.randomUUID(), memberId, now: new Date() }))
      },
      async drain() {
        const isDone = await drainOutbox({ memberId: await requireMemberId(), sendRequest }).catch(() => false)
        if (!isDone)
          await (worker.registration as SyncRegistration).sync?.register(OUTBOX_SYNC_TAG).catch(() => undefined)
      },
    },
    updateBadge: () => updateBadge({ callApi }),
  }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

type PushConfig = { publicKey: string }

/** Subscribes again after the browser has dropped the subscription. If it fails, the page repairs it at its next start. */
export async function resubscribe({ scope, readMemberId, callApi }: PushWorkerDeps): Promise<void> {
  if ((await readMemberId()) === undefined) return
  const { publicKey } = (await callApi('GET', '/push/config')) as PushConfig
  const subscription = await subscribeForKey(scope.registration.pushManager, publicKey)
  await callApi('POST', '/push/subscribe', { subscription, publicKey })
}
