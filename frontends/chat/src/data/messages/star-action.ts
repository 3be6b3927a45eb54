import { type OutboxKind, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { isMessageQuery } from '../query-keys.ts'
import { applyStar, showStar } from '../sync/apply-push.ts'

type StarData = { userId: string; messageId: string; isStarred: boolean }

/** Stars a message, or removes the star. Nobody else sees it. */
export const starAction: OutboxKind<StarData, { isStarred: boolean }> = {
  name: 'message-star',
  plan: ({ userId, messageId, isStarred }) => ({
    lane: `star ${userId}`,
    requests: [{ call: 'POST /messages/:id/star', params: { id: messageId }, body: { state: isStarred } }],
    replaceKey: `star ${messageId}`,
    description: t(isStarred ? 'waiting.star' : 'waiting.unstar'),
  }),
  isUndone: (earlier, later) => earlier.isStarred !== later.isStarred,
  show: (cache, { data }) => showStar(cache, data),
  hide: (cache, { data }) => showStar(cache, { ...data, isStarred: !data.isStarred }),
  isShownIn: isMessageQuery,
  getSubject: ({ data: { messageId } }) => `star ${messageId}`,
  settle: (cache, { data }) => applyStar(cache, data),
  describeRefusal: ({ message }) => t('message.starFailed', { why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(starAction)
