import type { MessageView } from '@meadow/contracts/browser'
import { getUploadErrorDescription } from '@meadow/features'
import { type MessageActionData, messagePlan } from '@meadow/features/outbox-plans'
import { ApiError, type OutboxKind, type OutboxRefusal, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { applyNewMessage } from '../sync/apply-push.ts'
import { revokePreviewUrls } from './preview-url.ts'
import { createMessageSender } from './send-message.ts'

/** Sends a message with text, pictures or both, by the socket or HTTP. The list of messages shows it from the outbox itself. */
export const messageAction: OutboxKind<MessageActionData, { message: MessageView }> = {
  ...messagePlan,
  plan: (data, id) => ({ ...messagePlan.plan(data, id), description: describeMessage(data) }),
  getSubject: ({ id }) => `new message ${id}`,
  send: createMessageSender(),
  settle(cache, { memberId, files }, { message }) {
    applyNewMessage(cache, message, memberId)
    revokePreviewUrls(files)
  },
  describeRefusal: (refusal, { pictures }) =>
    pictures.length > 0 ? getUploadErrorDescription(toApiError(refusal)) : refusal.message,
}
registerOutboxKind(messageAction)

const describeMessage = ({ content, pictures }: MessageActionData): string =>
  content ? t('waiting.message', { text: content }) : t('waiting.pictures', { count: pictures.length })

/** Restores the error of a refused or failed attempt. */
export const toApiError = (refusal: OutboxRefusal): ApiError =>
  new ApiError({ ...refusal, code: refusal.code as ApiError['code'] })
