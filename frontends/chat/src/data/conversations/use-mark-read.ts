import type { ConversationView } from '@meadow/contracts/browser'
import { cacheUnreadMessageCount } from '@meadow/features'
import { type ReadMarkActionData, readMarkPlan } from '@meadow/features/outbox-plans'
import {
  type ApiResponse,
  type OutboxKind,
  registerOutboxKind,
  useOutbox,
  useQueryClient,
  useSession,
} from '@meadow/web'
import { useEffect, useEffectEvent, useRef } from 'react'
import { chatQueryKeys, isConversationQuery } from '../query-keys.ts'
import { applyReadMark, updateConversation } from '../sync/apply-push.ts'

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

/** Returns a function that marks a conversation as read, wherever it is shown. */
export function useMarkConversationRead(): (conversation: ConversationView) => void {
  const outbox = useOutbox()
  return ({ _id: userId, lastMessage }) => {
    if (lastMessage) void outbox.add(readMarkAction, { userId, messageId: lastMessage._id, seq: lastMessage.seq })
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

/** Marks the messages of a conversation as read, up to one of them. Only the furthest mark is sent. */
const readMarkAction: OutboxKind<ReadMarkActionData, ApiResponse<'PUT /messages/:id/read'>> = {
  ...readMarkPlan,
  merge: (earlier, later) => (earlier.seq > later.seq ? earlier : later),
  show(cache, { data: { userId, seq } }) {
    const hasUnread = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(userId))?.unreadCount !== 0
    if (hasUnread) updateConversation(cache, userId, (conversation) => withoutUnread(conversation, seq))
  },
  isShownIn: isConversationQuery,
  getSubject: ({ data: { userId } }) => `read mark ${userId}`,
  settle(cache, { memberId, data: { userId } }, { total, changeSeq, upToSeq, rev }) {
    applyReadMark(cache, { userId, readerId: memberId, upToSeq, rev })
    cacheUnreadMessageCount(cache, { count: total, changeSeq })
  },
  describeRefusal: () => '', // members need not know
  onRefusal: 'drop',
}
registerOutboxKind(readMarkAction)

const withoutUnread = (conversation: ConversationView, seq: number): ConversationView =>
  conversation.unreadCount > 0 && (conversation.lastMessage?.seq ?? 0) <= seq
    ? { ...conversation, unreadCount: 0 }
    : conversation
