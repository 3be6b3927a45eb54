import type { ConversationView } from '@meadow/contracts'
import { keys as shared } from '@meadow/features'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { changeConversation } from './cache.ts'
import { keys } from './keys.ts'

/** Answers how to mark as read all that is there from `userId`. Nothing is asked where nothing is unread. */
export function useMarkRead(userId: string): () => void {
  const cache = useQueryClient()
  const isSignedIn = useSession().status === 'authenticated'
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('PUT /messages/conversations/:userId/read', { params: { userId } }),
    onSuccess: ({ unreadCount, total }) => {
      changeConversation(cache, userId, (one) => ({ ...one, unreadCount }))
      void cache.cancelQueries({ queryKey: shared.unreadMessages }) // an older answer on its way must not win
      cache.setQueryData(shared.unreadMessages, total)
    },
  })
  return () => {
    const known = cache.getQueryData<ConversationView>(keys.conversation(userId))
    if (isSignedIn && !isPending && known && known.unreadCount > 0) mutate()
  }
}
