import type { MessageView } from '@meadow/contracts'
import { api, useMutation, useQueryClient } from '@meadow/web'
import { changeMessages } from './cache.ts'
import { asDeleted, replaced } from './talk.ts'

/** Deletes an own message for both: gone at once, restored when it fails. `mutate(message)` */
export function useDelete(userId: string) {
  const cache = useQueryClient()
  const show = (message: MessageView) =>
    changeMessages(cache, userId, (talk) => replaced(talk, message._id, () => message))
  return useMutation({
    mutationFn: ({ _id }: MessageView) => api('DELETE /messages/:id', { params: { id: _id } }),
    onMutate: (message) => show(asDeleted(message, new Date().toISOString())),
    onError: (_, message) => show(message),
  })
}
