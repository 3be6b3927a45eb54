import type { MessageView } from '@meadow/contracts/browser'
import { api, useMutation, useQueryClient } from '@meadow/web'
import { updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally, toDeletedMessage } from './message-window.ts'

/** Deletes an own message for both members, with an optimistic update: `mutate(message)`. A failure restores it. */
export function useDeleteMessage(userId: string) {
  const cache = useQueryClient()
  const update = (message: MessageView) =>
    updateMessages(cache, userId, (messageWindow) => changeMessageLocally(messageWindow, message._id, () => message))
  return useMutation({
    mutationFn: ({ _id }: MessageView) => api('DELETE /messages/:id', { params: { id: _id } }),
    onMutate: (message) => update(toDeletedMessage(message, new Date().toISOString())),
    onError: (_, message) => update(message),
  })
}
