import type { MessageView } from '@meadow/contracts/browser'
import { type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { isMessageQuery } from '../query-keys.ts'
import { applyEditedMessage, updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

type MessageLinkPreviewData = { userId: string; messageId: string; isShown: boolean }

/** Removes the card of the link of an own message, or shows it again. The later choice replaces the earlier one. */
export const messageLinkPreviewAction: OutboxKind<MessageLinkPreviewData, { message: MessageView }> = {
  name: 'message-link-preview',
  plan: ({ userId, messageId, isShown }) => ({
    lane: `conversation ${userId}`,
    requests: [{ call: 'PUT /messages/:id/link-preview', params: { id: messageId }, body: { isShown } }],
    replaceKey: `link-preview ${messageId}`,
    description: t(isShown ? 'waiting.showLinkPreview' : 'waiting.removeLinkPreview'),
  }),
  isUndone: (earlier, later) => earlier.isShown !== later.isShown,
  show: (cache, { data }) => setRemoved(cache, data, !data.isShown),
  hide: (cache, { data }) => setRemoved(cache, data, data.isShown),
  isShownIn: isMessageQuery,
  getSubject: ({ data: { messageId } }) => `message ${messageId}`,
  settle: (cache, { memberId }, { message }) => applyEditedMessage(cache, message, memberId),
  describeRefusal: ({ message }) => t('linkPreview.failed', { why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(messageLinkPreviewAction)

const setRemoved = (cache: QueryClient, { userId, messageId }: MessageLinkPreviewData, isLinkPreviewRemoved: boolean) =>
  updateMessages(cache, userId, (messageWindow) =>
    changeMessageLocally(messageWindow, messageId, (message) =>
      message.deletedAt ? message : { ...message, isLinkPreviewRemoved },
    ),
  )
