import * as z from 'zod'
import { MAX_MESSAGE_LENGTH } from '../limits.ts'
import { Id, trimmedText } from '../text.ts'

export const MessageCaption = trimmedText(
  MAX_MESSAGE_LENGTH,
  `A message can have at most ${MAX_MESSAGE_LENGTH} characters`,
)
export const MessageText = MessageCaption.min(1, 'Write something first')
/** `clientMessageId` identifies the message on the client: a repeat returns the message that the first call created. */
export const SEND_FIELDS = { clientMessageId: Id.optional(), replyTo: Id.optional(), threadId: Id.optional() }

/** A text to send, by the call or by the socket. */
export const SendMessageBody = z.object({
  recipientId: Id,
  content: MessageText,
  messageType: z.literal('text').default('text'),
  ...SEND_FIELDS,
})
