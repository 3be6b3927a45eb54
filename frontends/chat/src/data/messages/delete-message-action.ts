import type { MessageView } from '@meadow/contracts/browser'
import { type OutboxKind, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { isMessageQuery } from '../query-keys.ts'
import { updateMessages } from '../sync/apply-push.ts'
import { removeCachedFiles } from './cached-files.ts'
import { changeMessageLocally, restoreMessage, toDeletedMessage } from './message-window.ts'

type DeleteMessageData = { userId: string; message: MessageView }

/** Deletes an own message for both members. */
export const deleteMessageAction: OutboxKind<DeleteMessageData> = {
  name: 'delete-message',
  plan: ({ userId, message }) => ({
    lane: `conversation ${userId}`,
    requests: [{ call: 'DELETE /messages/:id', params: { id: message._id }, doneCodes: ['message_not_found'] }],
    replaceKey: `delete-message ${message._id}`,
    description: t('waiting.delete', { text: message.content }),
  }),
  show: (cache, { data: { userId, message }, createdAt }) =>
    updateMessages(cache, userId, (messageWindow) =>
      changeMessageLocally(messageWindow, message._id, (known) =>
        known.deletedAt ? known : toDeletedMessage(known, createdAt),
      ),
    ),
  hide: (cache, { data: { userId, message }, createdAt }) =>
    updateMessages(cache, userId, (messageWindow) => restoreMessage(messageWindow, message, createdAt)),
  isShownIn: isMessageQuery,
  getSubject: ({ data: { message } }) => `message ${message._id}`,
  /** It is shown as deleted already, and the push brings the rest. */
  settle: (_, { data: { message } }) => void removeCachedFiles([message]),
  describeRefusal: ({ message }) => t('delete.failed', { why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(deleteMessageAction)
