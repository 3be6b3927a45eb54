import type { MessageView } from '@meadow/contracts/browser'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { applyReactions, updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

type Reaction = { message: MessageView; emoji: string }

/** Adds or removes an own reaction, with an optimistic update. A failure restores the old reactions. */
export function useReactToMessage(userId: string) {
  const cache = useQueryClient()
  const currentUserId = useSession().user?._id ?? ''
  const isOwn = (emoji: string) => (one: MessageView['reactions'][number]) =>
    one.user === currentUserId && one.emoji === emoji
  const update = (id: string, reactions: MessageView['reactions']) =>
    updateMessages(cache, userId, (messageWindow) =>
      changeMessageLocally(messageWindow, id, (message) => ({ ...message, reactions })),
    )
  return useMutation({
    scope: { id: `react ${userId}` }, // TanStack Query runs the mutations of one scope one after the other
    mutationFn: ({ message: { _id, reactions }, emoji }: Reaction) => {
      const input = { params: { id: _id }, body: { emoji } }
      return reactions.some(isOwn(emoji))
        ? api('DELETE /messages/:id/reactions', input)
        : api('POST /messages/:id/reactions', input)
    },
    onMutate: ({ message: { _id, reactions }, emoji }) => {
      const others = reactions.filter((one) => !isOwn(emoji)(one))
      const added = { user: currentUserId, emoji, createdAt: new Date().toISOString() }
      update(_id, others.length < reactions.length ? others : [...reactions, added])
    },
    onSuccess: ({ reactions, rev }, { message }) =>
      applyReactions(cache, { messageId: message._id, userId, reactions, rev }),
    onError: (_, { message }) => update(message._id, message.reactions),
  })
}
