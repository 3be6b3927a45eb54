import { fetchMessageText } from './fetch-message-text.ts'
import { toOwnPath } from './own-path.ts'
import type { PushWorkerMessage } from './push-messages.ts'
import type { ShownPush } from './push-payload.ts'
import { listPages, type PageClient, type PushScope } from './push-scope.ts'
import type { PushWorkerDeps } from './push-worker-deps.ts'
import { readPushPayload } from './read-push-payload.ts'
import { requestFromPage } from './request-from-page.ts'
import { isStalePush, toNotificationOptions, UNKNOWN_PUSH_NOTIFICATION } from './to-notification.ts'

/**
 * Shows a push as a notification, or closes the notifications of what was read on another device. A push for another member is
 * not shown; if nobody is signed in, the subscription ends; a push that cannot be read shows a general notification.
 */
export async function handlePush(deps: PushWorkerDeps, data: unknown): Promise<void> {
  const { scope } = deps
  const memberId = await deps.readMemberId()
  const payload = readPushPayload(data, scope.origin)
  if (memberId === undefined) return endSubscription(scope)
  if (!payload) return showGeneralNotification(scope)
  if (payload.memberId !== memberId) return
  if (payload.type === 'close') await closeNotifications(scope, payload.tags, payload.at)
  else await showPush(deps, payload)
  await deps.updateBadge()
}

async function showPush(deps: PushWorkerDeps, push: ShownPush): Promise<void> {
  const { scope } = deps
  if (isStalePush(push, deps.now())) return
  if (await isShownAlready(scope, push)) return
  const text = push.type === 'message' && !push.hideText ? await fetchMessageText(deps, push) : undefined
  await scope.registration.showNotification(push.title, toNotificationOptions(push, text, deps.abilities))
  if (push.type === 'test') await reportTest(scope, push.id)
}

async function reportTest(scope: PushScope, id: string): Promise<void> {
  for (const page of await listPages(scope))
    page.postMessage({ type: 'test-push-arrived', id } satisfies PushWorkerMessage)
}

const showGeneralNotification = ({ registration }: PushScope): Promise<void> =>
  registration.showNotification(UNKNOWN_PUSH_NOTIFICATION.title, UNKNOWN_PUSH_NOTIFICATION.options)

/** Closes the notifications with these tags that are not newer than `at`. */
async function closeNotifications({ registration }: PushScope, tags: string[], at: string): Promise<void> {
  for (const tag of tags) {
    for (const notification of await registration.getNotifications({ tag })) {
      if (new Date(notification.data?.at ?? 0) <= new Date(at)) notification.close()
    }
  }
}

/** Ends the subscription of a member who is not signed in any more: their sign-out had failed to end it. */
async function endSubscription({ registration }: PushScope): Promise<void> {
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

const ALERTS_PATH = '/alert'

/** Returns true if a visible page shows the conversation of a message, or what a notification is about. */
async function isShownAlready(scope: PushScope, { type, path }: ShownPush): Promise<boolean> {
  if (type === 'test') return false
  const pages = (await listPages(scope)).filter(({ visibilityState }) => visibilityState === 'visible')
  const paths = await Promise.all(pages.map((page) => readPath(page, scope.origin)))
  return paths.some((shown) => shown === path || (type !== 'message' && shown === ALERTS_PATH))
}

/** Browsers differ in whether `url` follows the navigation inside a page. */
async function readPath(page: PageClient, origin: string): Promise<string | undefined> {
  const response = await requestFromPage(page, { type: 'read-path' })
  return toOwnPath(typeof response === 'string' ? response : page.url, origin)
}
