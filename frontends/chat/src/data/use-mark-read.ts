import type { ConversationView } from '@meadow/contracts'
import { noteUnreadMessages } from '@meadow/features'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { showRead } from './cache.ts'
import { keys } from './keys.ts'

/** Answers how to mark as read all that is there from `userId`. Nothing is asked where nothing is unread. */
export function useMarkRead(userId: string): () => void {
  const cache = useQueryClient()
  const { status, user } = useSession()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('PUT /messages/conversations/:userId/read', { params: { userId } }),
    onSuccess: ({ total, moves, upToSeq, rev }) => {
      if (user) showRead(cache, { userId, readerId: user._id, upToSeq, rev })
      noteUnreadMessages(cache, { count: total, moves })
    },
  })
  return () => {
    const known = cache.getQueryData<ConversationView>(keys.conversation(userId))
    if (status === 'authenticated' && !isPending && known && known.unreadCount > 0) mutate()
  }
}
