import type { ConversationView } from '@meadow/contracts/browser'
import { cacheUnreadMessageCount } from '@meadow/features'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent, useRef } from 'react'
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

/** Marks messages as read while the tab is visible, and when it becomes visible. Returns `markRead` for a visible tab. */
export function useMarkReadWhenVisible(userId: string, unreadCount: number | undefined): () => void {
  const markRead = useMarkRead(userId)
  const markIfVisible = () => {
    if (document.visibilityState === 'visible') markRead()
  }
  const handleVisibility = useEffectEvent(markIfVisible)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the unread count is loaded or changes
  useEffect(() => {
    const listener = () => handleVisibility()
    listener()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [unreadCount])
  return markIfVisible
}
