import type { ConversationView } from '@meadow/contracts/browser'
import { useOutbox, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent, useRef } from 'react'
import { chatQueryKeys } from '../query-keys.ts'
import { readMarkAction } from './read-mark-action.ts'

/** A message of the conversation that was on the screen. */
type SeenMessage = { _id: string; seq: number }

/** Returns a function that marks the messages of `userId` as read, up to one of them. It does nothing if none is unread. */
export function useMarkRead(userId: string): (upTo: SeenMessage) => void {
  const cache = useQueryClient()
  const outbox = useOutbox()
  const { status } = useSession()
  const markedSeq = useRef(0)
  return ({ _id: messageId, seq }) => {
    const known = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))
    if (status !== 'authenticated' || !known || known.unreadCount === 0 || seq <= markedSeq.current) return
    markedSeq.current = seq
    void outbox.add(readMarkAction, { userId, messageId, seq })
  }
}

/** Marks messages as read while the tab is visible, and when it becomes visible. Returns `markRead` for a visible tab. */
export function useMarkReadWhenVisible(userId: string, unreadCount: number | undefined): (seen: SeenMessage) => void {
  return useSeenMessage(useMarkRead(userId), unreadCount)
}

/**
 * Returns a function for the last message on the screen. Calls `onSeen` with it while the tab is visible, when the tab becomes
 * visible, and again when `repeatOn` changes.
 */
export function useSeenMessage(onSeen: (seen: SeenMessage) => void, repeatOn?: unknown): (seen: SeenMessage) => void {
  const seen = useRef<SeenMessage>(undefined)
  const reportSeen = () => {
    if (seen.current && document.visibilityState === 'visible') onSeen(seen.current)
  }
  const handleVisibility = useEffectEvent(reportSeen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onSeen` may have done nothing before
  useEffect(() => {
    const listener = () => handleVisibility()
    listener()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [repeatOn])
  return (message) => {
    seen.current = message
    reportSeen()
  }
}
