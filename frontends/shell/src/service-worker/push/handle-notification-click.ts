import { listPages, type PushScope } from './push-scope.ts'
import type { PushWorkerDeps } from './push-worker-deps.ts'
import { readPushPayload } from './read-push-payload.ts'
import { requestFromPage } from './request-from-page.ts'
import { t } from './texts.ts'
import { toOutboxActions } from './to-outbox-actions.ts'

export type NotificationClick = {
  /** '' for a click on the notification itself. */
  action: string
  /** Text that was written into the field of the action. */
  reply?: string | undefined
  notification: Pick<Notification, 'data' | 'close'>
}

const DEFAULT_PATH = '/alert'

/** Does what was clicked: an action through the outbox, or opens the path of the notification. */
export async function handleNotificationClick(deps: PushWorkerDeps, click: NotificationClick): Promise<void> {
  const { scope } = deps
  const { action, reply, notification } = click
  notification.close()
  const push = readPushPayload(notification.data, scope.origin) // an older worker may have shown it
  if (!push || push.type === 'close') return openPath(scope, DEFAULT_PATH)
  const actions = push.memberId === (await deps.readMemberId()) && toOutboxActions(push, action, reply)
  if (!actions) return openPath(scope, push.path)
  try {
    await deps.outbox.add(actions)
  } catch {
    if (!reply) return openPath(scope, push.path)
    // What was written stays readable.
    return scope.registration.showNotification(t('push.replyFailed'), {
      body: reply,
      tag: `failed ${push.tag}`,
      data: push,
    })
  }
  await deps.outbox.drain()
  await deps.updateBadge()
}

/** Opens a path in an open page without loading it again, else in a new window. */
async function openPath(scope: PushScope, path: string): Promise<void> {
  const pages = await listPages(scope)
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  if (!page) return void (await scope.clients.openWindow(path))
  await page.focus().catch(() => undefined) // some browsers allow it only shortly after the click
  if (await requestFromPage(page, { type: 'open-path', path })) return
  await page.navigate(path).catch(() => scope.clients.openWindow(path)) // a page without this worker does not navigate
}
