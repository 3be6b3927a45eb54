import type { MessageView } from '@meadow/contracts'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { applyReactions, updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

type Reaction = { message: MessageView; emoji: string }

/** Puts an emoji under a message, or takes the own one away: shown at once, taken back when it fails. */
export function useReactToMessage(userId: string) {
  const cache = useQueryClient()
  const me = useSession().user?._id ?? ''
  const isOwn = (emoji: string) => (one: MessageView['reactions'][number]) => one.user === me && one.emoji === emoji
  const show = (id: string, reactions: MessageView['reactions']) =>
    updateMessages(cache, userId, (talk) => changeMessageLocally(talk, id, (message) => ({ ...message, reactions })))
  return useMutation({
    scope: { id: `react ${userId}` }, // one after the other, in the order of the clicks
    mutationFn: ({ message: { _id, reactions }, emoji }: Reaction) => {
      const input = { params: { id: _id }, body: { emoji } }
      return reactions.some(isOwn(emoji))
        ? api('DELETE /messages/:id/reactions', input)
        : api('POST /messages/:id/reactions', input)
    },
    onMutate: ({ message: { _id, reactions }, emoji }) => {
      const others = reactions.filter((one) => !isOwn(emoji)(one))
      const added = { user: me, emoji, createdAt: new Date().toISOString() }
      show(_id, others.length < reactions.length ? others : [...reactions, added])
    },
    onSuccess: ({ reactions, rev }, { message }) =>
      applyReactions(cache, { messageId: message._id, userId, reactions, rev }),
    onError: (_, { message }) => show(message._id, message.reactions),
  })
}
