import { calls } from '@meadow/contracts'
import { claimsActor } from '@meadow/members'
import { type Served, serve } from '@meadow/service'
import type { Tell } from '../hints/hint.ts'
import { type DeletionRepository, deleted } from './delete-message.ts'
import { bothOf } from './message.ts'

type Parts = {
  deletions: DeletionRepository
  tell: Tell
  announced: () => void
  /** Files of a picture wait to be removed. */
  released: () => void
  now: () => Date
}

export function deleteCalls({ deletions, tell, announced, released, now }: Parts): Served[] {
  return [
    serve(calls.deleteMessage, async ({ member, params }) => {
      const deletion = { messageId: params.id, by: claimsActor(member), at: now() }
      const gone = await deletions.delete(deletion, (message, rev) => deleted(message, deletion, rev))
      if (gone) {
        const { message, rev, unread } = gone
        announced()
        if (message.picture) released()
        for (const [to, userId] of bothOf(message)) {
          tell({ to: { member: to }, name: 'messageDeleted', payload: { messageId: message._id, userId, rev } })
        }
        if (unread) tell({ to: { member: message.recipient._id }, name: 'unread', payload: unread })
      }
      return { ok: true as const }
    }),
  ]
}
