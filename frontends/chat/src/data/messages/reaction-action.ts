import type { MessageView, ReactionView } from '@meadow/contracts/browser'
import { type OutboxEntry, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { isMessageQuery } from '../query-keys.ts'
import { applyReactions, updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

type ReactionData = { userId: string; messageId: string; emoji: string; isAdded: boolean }

/** Adds or removes an own reaction. */
export const reactionAction: OutboxKind<ReactionData, { reactions: ReactionView[]; rev: number }> = {
  name: 'reaction',
  plan: ({ userId, messageId, emoji, isAdded }) => ({
    lane: `conversation ${userId}`,
    requests: [
      {
        call: isAdded ? 'POST /messages/:id/reactions' : 'DELETE /messages/:id/reactions',
        params: { id: messageId },
        body: { emoji },
      },
    ],
    replaceKey: `reaction ${messageId} ${emoji}`,
    description: t(isAdded ? 'waiting.react' : 'waiting.unreact', { emoji }),
  }),
  isUndone: (earlier, later) => earlier.isAdded !== later.isAdded,
  show: (cache, entry) => changeReaction(cache, entry, entry.data.isAdded),
  hide: (cache, entry) => changeReaction(cache, entry, !entry.data.isAdded),
  isShownIn: isMessageQuery,
  getSubject: ({ data: { messageId } }) => `message ${messageId}`,
  settle: (cache, { data: { userId, messageId } }, { reactions, rev }) =>
    applyReactions(cache, { messageId, userId, reactions, rev }),
  describeRefusal: ({ message }) => t('message.reactFailed', { why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(reactionAction)

function changeReaction(
  cache: QueryClient,
  { data, memberId, createdAt }: OutboxEntry<ReactionData>,
  isAdded: boolean,
): void {
  const { userId, messageId, emoji } = data
  const change = (message: MessageView): MessageView => {
    if (message.deletedAt || hasReaction(message, memberId, emoji) === isAdded) return message
    const others = message.reactions.filter((one) => one.user !== memberId || one.emoji !== emoji)
    const added = { user: memberId, emoji, createdAt }
    return { ...message, reactions: isAdded ? [...message.reactions, added] : others }
  }
  updateMessages(cache, userId, (messageWindow) => changeMessageLocally(messageWindow, messageId, change))
}

/** Returns true if the member has reacted with this emoji. */
export const hasReaction = ({ reactions }: MessageView, memberId: string, emoji: string): boolean =>
  reactions.some((one) => one.user === memberId && one.emoji === emoji)
