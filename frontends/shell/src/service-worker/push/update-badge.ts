import type { PushWorkerDeps } from './push-worker-deps.ts'

type BadgeNavigator = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

/** Shows the number of unread messages and of notifications that were not seen on the icon of the app. Never fails. */
export async function updateBadge({ callApi }: Pick<PushWorkerDeps, 'callApi'>): Promise<void> {
  const badge = navigator as BadgeNavigator
  if (!badge.setAppBadge) return
  try {
    const counts = await Promise.all(
      ['/posts/notifications/unread-count', '/messages/unread-count/total'].map((path) => callApi('GET', path)),
    )
    const total = counts.reduce<number>((sum, response) => sum + toBadgeCount(response), 0)
    await (total > 0 ? badge.setAppBadge(total) : badge.clearAppBadge?.())
  } catch {
    // no network, or no session: the next page shows the number
  }
}

/** Only notifications can be seen. Older versions of their service do not know which were. */
function toBadgeCount(response: unknown): number {
  const { count, unseen = count } = response as { count: number; unseen?: number }
  return unseen
}
