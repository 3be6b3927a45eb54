import type { ConversationView } from '@meadow/contracts'
import { cacheUnreadMessageCount } from '@meadow/features'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { useRef } from 'react'
import { chatQueryKeys } from '../query-keys.ts'
import { applyReadMark } from '../sync/apply-push.ts'

/**
 * Answers how to mark as read all that is there from `userId`. Nothing is asked where nothing is unread; who says it while
 * it is asked has it asked once more, for what came meanwhile.
 */
export function useMarkRead(userId: string): () => void {
  const cache = useQueryClient()
  const { status, user } = useSession()
  const asking = useRef(false)
  const again = useRef(false)
  const { mutate } = useMutation({
    mutationFn: () => api('PUT /messages/conversations/:userId/read', { params: { userId } }),
    onSuccess: ({ total, changeSeq, upToSeq, rev }) => {
      if (user) applyReadMark(cache, { userId, readerId: user._id, upToSeq, rev })
      cacheUnreadMessageCount(cache, { count: total, changeSeq })
    },
    onSettled: () => {
      asking.current = false
      if (again.current) markRead()
    },
  })
  const markRead = () => {
    again.current = asking.current
    const known = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
    if (asking.current || status !== 'authenticated' || !known || known.unreadCount === 0) return
    asking.current = true
    mutate()
  }
  return markRead
}
