import type { MessageView } from '@meadow/contracts/browser'
import { getUploadErrorDescription } from '@meadow/features'
import { ApiError, type OutboxKind, type OutboxRefusal, type OutboxRequest, registerOutboxKind } from '@meadow/web'
import { t } from '../../texts.ts'
import { applyNewMessage } from '../sync/apply-push.ts'
import { revokePreviewUrls } from './preview-url.ts'

/** A picture of a message that is not sent yet. */
export type UnsentPicture = { file: File | Blob; alt: string }

/** A message that is not sent yet. */
export type MessageActionData = {
  recipientId: string
  content: string
  /** In the order in which they are shown. */
  pictures: readonly UnsentPicture[]
  replyTo: MessageView['replyTo']
  threadId: string | null
}

/** Sends a message with text, pictures or both. The list of messages shows it from the outbox itself. */
export const messageAction: OutboxKind<MessageActionData, { message: MessageView }> = {
  name: 'message',
  toEntry: (data, id) => ({
    lane: `conversation ${data.recipientId}`,
    requests: [data.pictures.length > 0 ? toPictureRequest(data, id) : toTextRequest(data, id)],
    files: data.pictures.map(({ file }) => file),
  }),
  show: () => undefined,
  hide: () => undefined,
  isShownIn: () => false,
  applyResponse(cache, { memberId, files }, { message }) {
    applyNewMessage(cache, message, memberId)
    revokePreviewUrls(files)
  },
  describe: ({ content, pictures }) =>
    content ? t('waiting.message', { text: content }) : t('waiting.pictures', { count: pictures.length }),
  describeRefusal: (refusal, { pictures }) =>
    pictures.length > 0 ? getUploadErrorDescription(toApiError(refusal)) : refusal.message,
  onRefusal: 'keep',
}
registerOutboxKind(messageAction)

/** Restores the error of a refused or failed attempt. */
export const toApiError = (refusal: OutboxRefusal): ApiError =>
  new ApiError({ ...refusal, code: refusal.code as ApiError['code'] })

const toFields = ({ recipientId, replyTo, threadId }: MessageActionData, id: string) => ({
  recipientId,
  clientMessageId: id,
  ...(replyTo && { replyTo: replyTo._id }),
  ...(threadId && { threadId }),
})

const toTextRequest = (data: MessageActionData, id: string): OutboxRequest => ({
  call: 'POST /messages',
  body: { ...toFields(data, id), content: data.content },
})

const toPictureRequest = (data: MessageActionData, id: string): OutboxRequest => ({
  call: 'POST /messages/image',
  form: [
    // before the files: the server reads the form as a stream
    ...Object.entries({ ...toFields(data, id), ...(data.content && { content: data.content }) }),
    ...data.pictures.map(({ alt }) => ['alt', alt.trim()] as const),
    ...data.pictures.map((_, file) => ['image', { file }] as const),
  ],
})
