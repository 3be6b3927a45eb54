import type { ConversationView } from '@meadow/contracts/browser'
import { cacheUnreadMessageCount } from '@meadow/features'
import { type ReadMarkActionData, readMarkPlan } from '@meadow/features/outbox-plans'
import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { chatQueryKeys, isConversationQuery } from '../query-keys.ts'
import { applyReadMark, updateConversation } from '../sync/apply-push.ts'

/** Marks the messages of a conversation as read, up to one of them. Only the furthest mark is sent. */
export const readMarkAction: OutboxKind<ReadMarkActionData, ApiResponse<'PUT /messages/:id/read'>> = {
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
