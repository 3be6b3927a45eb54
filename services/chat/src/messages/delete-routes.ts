import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type CallRoute, serve } from '@meadow/service'
import type { Push } from '../realtime/push/socket-push.ts'
import { type DeletionRepository, deleted } from './delete-message.ts'
import { bothOf } from './message.ts'

type Parts = {
  deletions: DeletionRepository
  push: Push
  /** Files of a picture wait to be removed. */
  released: () => void
  now: () => Date
}

export function deleteCalls({ deletions, push, released, now }: Parts): CallRoute[] {
  return [
    serve(calls.deleteMessage, async ({ member, params }) => {
      const deletion = { messageId: params.id, by: claimsToActor(member), at: now() }
      const gone = await deletions.delete(deletion, (message, rev) => deleted(message, deletion, rev))
      if (gone) {
        const { message, rev, unread } = gone
        if (message.picture) released()
        for (const [to, userId] of bothOf(message)) {
          push({ to: { member: to }, name: 'messageDeleted', payload: { messageId: message._id, userId, rev } })
        }
        if (unread) push({ to: { member: message.recipient._id }, name: 'unread', payload: unread })
      }
      return { ok: true as const }
    }),
  ]
}
