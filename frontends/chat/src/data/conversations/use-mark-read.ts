import type { ConversationView } from '@meadow/contracts/browser'
import { useOutbox, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { chatQueryKeys } from '../query-keys.ts'
import { readMarkAction } from './read-mark-action.ts'

/** Returns a function that marks all messages of `userId` as read. It does nothing if none is unread. */
export function useMarkRead(userId: string): () => void {
  const cache = useQueryClient()
  const outbox = useOutbox()
  const { status } = useSession()
  return () => {
    const known = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
    if (status !== 'authenticated' || !known?.lastMessage || known.unreadCount === 0) return
    const { _id: messageId, seq } = known.lastMessage
    void outbox.add(readMarkAction, { userId, messageId, seq })
  }
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
