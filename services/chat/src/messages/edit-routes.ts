import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type CallRoute, serve } from '@meadow/service'
import type { Push } from '../realtime/push/socket-push.ts'
import { type EditRepository, edited } from './edit-message.ts'
import type { ToMessageView } from './view.ts'

type Parts = { edits: EditRepository; toView: ToMessageView; push: Push; now: () => Date }

export function editCalls({ edits, toView, push, now }: Parts): CallRoute[] {
  return [
    serve(calls.editMessage, async ({ member, params, body }) => {
      const edit = { messageId: params.id, content: body.content, by: claimsToActor(member), at: now() }
      const { message, changed } = await edits.edit(edit, (its, rev) => edited(its, edit, rev))
      if (changed) {
        for (const viewer of [message.sender, message.recipient]) {
          push({ to: { member: viewer._id }, name: 'messageEdited', payload: toView(message, viewer) })
        }
      }
      return { message: toView(message, edit.by) }
    }),
  ]
}
