import type { ConversationView } from '@meadow/contracts'
import { cacheUnreadMessageCount } from '@meadow/features'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { useRef } from 'react'
import { chatQueryKeys } from '../query-keys.ts'
import { applyReadMark } from '../sync/apply-push.ts'

/**
 * Returns a function that marks all messages of `userId` as read. It sends no request if nothing is unread. A call during
 * a request leads to one more request, for messages that arrived in between.
 */
export function useMarkRead(userId: string): () => void {
  const cache = useQueryClient()
  const { status, user } = useSession()
  const isRequesting = useRef(false)
  const shouldRepeat = useRef(false)
  const { mutate } = useMutation({
    mutationFn: () => api('PUT /messages/conversations/:userId/read', { params: { userId } }),
    onSuccess: ({ total, changeSeq, upToSeq, rev }) => {
      if (user) applyReadMark(cache, { userId, readerId: user._id, upToSeq, rev })
      cacheUnreadMessageCount(cache, { count: total, changeSeq })
    },
    onSettled: () => {
      isRequesting.current = false
      if (shouldRepeat.current) markRead()
    },
  })
  const markRead = () => {
    shouldRepeat.current = isRequesting.current
    const known = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
    if (isRequesting.current || status !== 'authenticated' || !known || known.unreadCount === 0) return
    isRequesting.current = true
    mutate()
  }
  return markRead
}
