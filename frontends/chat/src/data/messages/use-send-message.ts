import type { MessageView } from '@meadow/contracts/browser'
import { trimText } from '@meadow/contracts/visible-text'
import type { MessageActionData, UnsentPicture } from '@meadow/features/outbox-plans'
import { type ShownOutboxEntry, useOutbox, useOutboxEntries } from '@meadow/web'
import { useCallback } from 'react'
import { messageAction } from './message-action.ts'
import { revokePreviewUrls } from './preview-url.ts'

/** A message that is not sent yet. */
export type UnsentMessage = ShownOutboxEntry<MessageActionData>

type MessageContext = { replyTo?: QuotedMessage | undefined; threadId?: string | undefined }

/** Returns functions that send messages to `userId` through the outbox: shown at once, sent in order, never twice. */
export function useSendMessage(userId: string) {
  const outbox = useOutbox()
  const unsent = useUnsentMessages(userId)
  const add = (content: string, pictures: readonly UnsentPicture[], { replyTo, threadId }: MessageContext) =>
    void outbox.add(messageAction, {
      recipientId: userId,
      content: trimText(content),
      pictures: pictures.map(({ file, alt }) => ({ file, alt })),
      replyTo: replyTo ? toQuote(replyTo) : null,
      threadId: threadId ?? null,
    })
  return {
    /** Ignores a text of nothing but spaces. A refused message with the same text is sent again instead of a second one. */
    sendText: ({ content, ...context }: { content: string } & MessageContext) => {
      const refused = unsent.findLast(({ refusal, data }) => refusal && isTextMessage(data, trimText(content), context))
      if (refused) void outbox.retry(refused.id)
      else if (trimText(content)) add(content, [], context)
    },
    /** Sends pictures with a text, which may be empty. */
    sendPictures: ({
      pictures,
      content,
      ...context
    }: { pictures: readonly UnsentPicture[]; content: string } & MessageContext) => add(content, pictures, context),
    /** Sends the refused message with this `key` again. */
    retry: (key: string) => void outbox.retry(key),
    discard: (key: string) => {
      void outbox.discard(key)
      revokePreviewUrls(unsent.find(({ id }) => id === key)?.files ?? [])
    },
  }
}

/** Returns true for a message of this text alone, in the same place. */
const isTextMessage = (
  { content, pictures, replyTo, threadId }: MessageActionData,
  text: string,
  context: MessageContext,
): boolean =>
  pictures.length === 0 &&
  content === text &&
  replyTo?._id === context.replyTo?._id &&
  threadId === (context.threadId ?? null)

/** Returns the messages to one recipient that are not sent yet, oldest first. */
export const useUnsentMessages = (userId: string): readonly UnsentMessage[] =>
  useOutboxEntries(
    messageAction,
    useCallback(({ data }) => data.recipientId === userId, [userId]),
  )

type QuotedMessage = NonNullable<MessageView['replyTo']>

const toQuote = ({ _id, content, messageType, pictureCount, deletedAt, sender }: QuotedMessage): QuotedMessage => ({
  _id,
  content,
  messageType,
  pictureCount,
  deletedAt,
  sender,
})
