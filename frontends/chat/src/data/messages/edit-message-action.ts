import type { MessageView } from '@meadow/contracts/browser'
import { type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { isMessageQuery } from '../query-keys.ts'
import { applyEditedMessage, updateMessages } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

export type EditMessageData = {
  userId: string
  messageId: string
  content: string
  /** What the message was before the edit. */
  previous: Pick<MessageView, 'content' | 'facets' | 'edited'>
}

/** Changes the text of an own message. */
export const editMessageAction: OutboxKind<EditMessageData, { message: MessageView }> = {
  name: 'edit-message',
  plan: ({ userId, messageId, content }) => ({
    lane: `conversation ${userId}`,
    requests: [{ call: 'PUT /messages/:id', params: { id: messageId }, body: { content } }],
    replaceKey: `edit-message ${messageId}`,
    description: t('waiting.edit', { text: content }),
  }),
  isUndone: ({ previous }, { content }) => previous.content === content,
  merge: ({ previous }, later) => ({ ...later, previous }),
  show: (cache, { data }) => changeMessage(cache, data, { content: data.content, facets: [], edited: true }),
  hide: (cache, { data }) => changeMessage(cache, data, data.previous),
  isShownIn: isMessageQuery,
  getSubject: ({ data: { messageId } }) => `message ${messageId}`,
  settle: (cache, { memberId }, { message }) => applyEditedMessage(cache, message, memberId),
}
registerOutboxKind(editMessageAction)

function changeMessage(
  cache: QueryClient,
  { userId, messageId }: EditMessageData,
  change: EditMessageData['previous'],
): void {
  updateMessages(cache, userId, (messageWindow) =>
    changeMessageLocally(messageWindow, messageId, (message) =>
      message.deletedAt ? message : { ...message, ...change },
    ),
  )
}
