import type { MessageView } from '@meadow/contracts'
import { api, useMutation, useQueryClient } from '@meadow/web'
import { updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally, toDeletedMessage } from './message-window.ts'

/** Deletes an own message for both: gone at once, restored when it fails. `mutate(message)` */
export function useDeleteMessage(userId: string) {
  const cache = useQueryClient()
  const show = (message: MessageView) =>
    updateMessages(cache, userId, (talk) => changeMessageLocally(talk, message._id, () => message))
  return useMutation({
    mutationFn: ({ _id }: MessageView) => api('DELETE /messages/:id', { params: { id: _id } }),
    onMutate: (message) => show(toDeletedMessage(message, new Date().toISOString())),
    onError: (_, message) => show(message),
  })
}
