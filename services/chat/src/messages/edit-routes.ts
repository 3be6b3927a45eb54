import { calls } from '@meadow/contracts'
import { claimsActor } from '@meadow/members'
import { type Served, serve } from '@meadow/service'
import type { Tell } from '../hints/hint.ts'
import { type EditRepository, edited } from './edit-message.ts'
import type { ToMessageView } from './view.ts'

type Parts = { edits: EditRepository; toView: ToMessageView; tell: Tell; announced: () => void; now: () => Date }

export function editCalls({ edits, toView, tell, announced, now }: Parts): Served[] {
  return [
    serve(calls.editMessage, async ({ member, params, body }) => {
      const edit = { messageId: params.id, content: body.content, by: claimsActor(member), at: now() }
      const { message, changed } = await edits.edit(edit, (its, rev) => edited(its, edit, rev))
      if (changed) {
        announced()
        for (const viewer of [message.sender, message.recipient]) {
          tell({ to: { member: viewer._id }, name: 'messageEdited', payload: toView(message, viewer) })
        }
      }
      return { message: toView(message, edit.by) }
    }),
  ]
}
