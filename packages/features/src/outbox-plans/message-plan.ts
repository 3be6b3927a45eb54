import type { MessageView } from '@meadow/contracts/browser'
import type { OutboxRequest } from '@meadow/web/outbox-engine'
import type { OutboxKindPlan } from './outbox-kind-plan.ts'

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

/** Sends a message with text, pictures or both. */
export const messagePlan: OutboxKindPlan<MessageActionData> = {
  name: 'message',
  toEntry: (data, id) => ({
    lane: `conversation ${data.recipientId}`,
    requests: [data.pictures.length > 0 ? toPictureRequest(data, id) : toTextRequest(data, id)],
    files: data.pictures.map(({ file }) => file),
  }),
}

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
