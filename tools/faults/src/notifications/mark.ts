import type { History, Member } from '../history.ts'
import type { Answer, Client, Request } from '../repeating-client.ts'

type Parts = { client: Client; history: History; write: (request: Request) => Promise<Answer> }

/** Members read who commented on their posts. Likes stay unread: what was read stays there after an unlike. */
export function createMarking({ client, history, write }: Parts) {
  return async ({ token }: Member): Promise<void> => {
    const { body } = await client.insist({ path: '/posts/notifications?type=comment', token })
    const told = body['notifications'] as { _id: string; isRead: boolean }[]
    const unread = told.find(({ isRead }) => !isRead)
    if (!unread) return
    const { status } = await write({ method: 'PUT', path: `/posts/notifications/${unread._id}/read`, token })
    if (status === 200) history.marked.add(unread._id)
    else if (status !== 404) throw new Error(`Reading a notification was answered ${status}`) // gone with its post
  }
}
