import type { MessageView } from '@meadow/contracts/browser'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { applyEditedMessage, updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

/** Edits an own message, with an optimistic update: `mutate({ message, content })`. A failure restores the old text. */
export function useEditMessage(userId: string) {
  const cache = useQueryClient()
  const currentUserId = useSession().user?._id ?? ''
  const update = (id: string, change: Partial<MessageView>) =>
    updateMessages(cache, userId, (messageWindow) =>
      changeMessageLocally(messageWindow, id, (message) => ({ ...message, ...change })),
    )
  return useMutation({
    mutationFn: async ({ message, content }: { message: MessageView; content: string }) =>
      (await api('PUT /messages/:id', { params: { id: message._id }, body: { content } })).message,
    onMutate: ({ message, content }) => update(message._id, { content: content.trim(), edited: true }),
    onSuccess: (message) => applyEditedMessage(cache, message, currentUserId),
    onError: (_, { message: { _id, content, edited } }) => update(_id, { content, edited }),
  })
}
