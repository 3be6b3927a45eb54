import type { ConversationView } from '@meadow/contracts/browser'
import { cacheUnreadMessageCount } from '@meadow/features'
import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { isConversationQuery } from '../query-keys.ts'
import { applyConversationMarks, updateConversation } from '../sync/apply-push.ts'
import { getClearedUpTo, getMarks } from './conversation-marks.ts'

/** The time for which the history can be brought back before the clearing leaves the device. */
const UNDO_CLEAR_MS = 5_000

/** `messageId` is the last message that is cleared, `seq` its number; `before` is what was cleared until now. */
export type ClearHistoryData = { userId: string; name: string; messageId: string; seq: number; before: number }

/** Clears the history of a conversation for the member alone. It disappears at once, and can be brought back for some seconds. */
export const clearHistoryAction: OutboxKind<ClearHistoryData, ApiResponse<'PUT /messages/conversations/:userId'>> = {
  name: 'clear-history',
  plan: ({ userId, name, messageId }) => ({
    lane: `clear-history ${userId}`,
    replaceKey: `clear-history ${userId}`,
    holdMs: UNDO_CLEAR_MS,
    requests: [{ call: 'PUT /messages/conversations/:userId', params: { userId }, body: { clearUpTo: messageId } }],
    description: t('waiting.clear', { name }),
  }),
  merge: (earlier, later) => ({ ...later, before: earlier.before }),
  show: (cache, { data: { userId, seq } }) =>
    updateConversation(cache, userId, (conversation) =>
      withClearedUpTo(conversation, Math.max(getClearedUpTo(conversation), seq)),
    ),
  hide: (cache, { data: { userId, before } }) =>
    updateConversation(cache, userId, (conversation) => withClearedUpTo(conversation, before)),
  isShownIn: isConversationQuery,
  getSubject: ({ data: { userId } }) => `clear-history ${userId}`,
  settle(cache, { data: { userId } }, { marks, total, changeSeq }) {
    applyConversationMarks(cache, { userId, marks, changeSeq })
    cacheUnreadMessageCount(cache, { count: total, changeSeq })
  },
  describeRefusal: ({ message }, { name }) => t('clear.failed', { name, why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(clearHistoryAction)

const withClearedUpTo = (conversation: ConversationView, clearedUpTo: number): ConversationView => ({
  ...conversation,
  marks: { ...getMarks(conversation), clearedUpTo },
})
