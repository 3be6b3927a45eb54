import type { MessageView } from '@meadow/contracts/browser'
import { type OutboxKind, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { isMessageQuery } from '../query-keys.ts'
import { updateMessages } from '../sync/apply-push.ts'
import { removeCachedFiles } from './cached-files.ts'
import { hideMessage, restoreMessage, toHiddenMessage } from './message-window.ts'

/** The time for which a deletion can be undone before it leaves the device. */
const UNDO_DELETE_MS = 5_000

/** The messages as they were, so that Undo shows them again. */
type HideMessagesData = { userId: string; messages: readonly MessageView[] }

/** Deletes messages of either member for the member alone. They disappear at once, and can be brought back for some seconds. */
export const hideMessagesAction: OutboxKind<HideMessagesData> = {
  name: 'hide-messages',
  plan: ({ userId, messages }) => ({
    lane: `conversation ${userId}`,
    replaceKey: `hide-messages ${messages.map(({ _id }) => _id).join(' ')}`,
    holdMs: UNDO_DELETE_MS,
    requests: messages.map(({ _id }) => ({
      call: 'DELETE /messages/:id' as const,
      params: { id: _id },
      query: { for: 'me' },
      body: { for: 'me' }, // for service workers that leave the query out
      doneCodes: ['message_not_found'],
    })),
    description: t('waiting.hide', { count: messages.length }),
  }),
  show: (cache, { data: { userId, messages }, createdAt }) =>
    updateMessages(cache, userId, (messageWindow) =>
      messages.reduce((shown, { _id }) => hideMessage(shown, _id, createdAt), messageWindow),
    ),
  hide: (cache, { data: { userId, messages } }) =>
    updateMessages(cache, userId, (messageWindow) =>
      messages.reduce(
        (shown, message) => restoreMessage(shown, message, toHiddenMessage(message).deletedAt),
        messageWindow,
      ),
    ),
  isShownIn: isMessageQuery,
  getSubject: ({ data: { messages } }) => `message ${messages[0]?._id}`,
  /** They are hidden already, and the pushes bring the rest. */
  settle: (_, { data: { messages } }) => void removeCachedFiles(messages),
  describeRefusal: ({ message }) => t('delete.failed', { why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(hideMessagesAction)
