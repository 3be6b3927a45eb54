import type { History, Member } from '../history.ts'
import type { FaultRequest, FaultResponse, RepeatingClient } from '../repeating-client.ts'

type NotificationReaderDeps = {
  client: RepeatingClient
  history: History
  write: (request: FaultRequest) => Promise<FaultResponse>
}

/** Creates the operation that reads a comment notification. Likes stay unread: an unlike removes only unread ones. */
export function createNotificationReader({ client, history, write }: NotificationReaderDeps) {
  return async ({ token }: Member): Promise<void> => {
    const { body } = await client.callUntilResponse({ path: '/posts/notifications?type=comment', token })
    const notifications = body['notifications'] as { _id: string; isRead: boolean }[]
    const unread = notifications.find(({ isRead }) => !isRead)
    if (!unread) return
    const { status } = await write({ method: 'PUT', path: `/posts/notifications/${unread._id}/read`, token })
    if (status === 200) history.marked.add(unread._id)
    else if (status !== 404) throw new Error(`Reading a notification responded with ${status}`) // 404: removed with its post
  }
}
