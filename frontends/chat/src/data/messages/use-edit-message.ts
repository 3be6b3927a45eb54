import type { MessageView } from '@meadow/contracts'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { applyEditedMessage, updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

/** Changes an own text: shown at once, taken back when it fails. `mutate({ message, content })` */
export function useEditMessage(userId: string) {
  const cache = useQueryClient()
  const me = useSession().user?._id ?? ''
  const show = (id: string, change: Partial<MessageView>) =>
    updateMessages(cache, userId, (talk) => changeMessageLocally(talk, id, (message) => ({ ...message, ...change })))
  return useMutation({
    mutationFn: async ({ message, content }: { message: MessageView; content: string }) =>
      (await api('PUT /messages/:id', { params: { id: message._id }, body: { content } })).message,
    onMutate: ({ message, content }) => show(message._id, { content: content.trim(), edited: true }),
    onSuccess: (message) => applyEditedMessage(cache, message, me),
    onError: (_, { message: { _id, content, edited } }) => show(_id, { content, edited }),
  })
}
