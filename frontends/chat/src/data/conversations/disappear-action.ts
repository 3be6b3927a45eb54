import type { ConversationView, DisappearAfter } from '@meadow/contracts/browser'
import { type ApiResponse, type OutboxKind, registerOutboxKind, useOutbox } from '@meadow/web'
import { t } from '../../texts.ts'
import { isConversationQuery } from '../query-keys.ts'
import { updateConversation } from '../sync/apply-push.ts'

type DisappearData = {
  userId: string
  name: string
  disappearAfter: DisappearAfter | null
  before: ConversationView['disappearAfter']
}

/** Sets the time after which new messages disappear. A later choice replaces a waiting one. Messages that wait are sent before it. */
const disappearAction: OutboxKind<DisappearData, ApiResponse<'PUT /messages/conversations/:userId'>> = {
  name: 'disappear-after',
  plan: ({ userId, name, disappearAfter }) => ({
    lane: `conversation ${userId}`,
    requests: [{ call: 'PUT /messages/conversations/:userId', params: { userId }, body: { disappearAfter } }],
    replaceKey: `disappear-after ${userId}`,
    description: t('waiting.disappear', { name }),
  }),
  merge: (earlier, later) => ({ ...later, before: earlier.before }), // the cache shows the earlier choice already
  show: (cache, { data: { userId, disappearAfter } }) =>
    updateConversation(cache, userId, (conversation) => ({ ...conversation, disappearAfter })),
  hide: (cache, { data: { userId, before = null } }) =>
    updateConversation(cache, userId, (conversation) => ({ ...conversation, disappearAfter: before })),
  isShownIn: isConversationQuery,
  getSubject: ({ data: { userId } }) => `disappear-after ${userId}`,
  settle: () => undefined, // the system line brings it
  describeRefusal: ({ message }, { name }) => t('disappear.failed', { name, why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(disappearAction)

/** Returns a function that sets the time after which new messages of a conversation disappear. It is shown at once, and sent now or later. */
export function useSetDisappearAfter(): (conversation: ConversationView, after: DisappearAfter | null) => void {
  const outbox = useOutbox()
  return (conversation, disappearAfter) =>
    void outbox.add(disappearAction, {
      userId: conversation._id,
      name: conversation.user.fullName || conversation.user.username,
      disappearAfter,
      before: conversation.disappearAfter ?? null,
    })
}
