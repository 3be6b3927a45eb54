import type { MessageView } from '@meadow/contracts'
import { createMessageId } from './outbox-message.ts'
import { useOutbox } from './use-outbox.ts'

type MessageContext = { replyTo?: MessageView | undefined; threadId?: string | undefined }

/** Returns functions that send messages to `userId` through the outbox: shown at once, sent in order, never twice. */
export function useSendMessage(userId: string) {
  const outbox = useOutbox()
  const add = (content: string, picture: File | null, { replyTo, threadId }: MessageContext) =>
    outbox.add({
      id: createMessageId(),
      recipientId: userId,
      content,
      picture,
      replyTo: replyTo ? toQuote(replyTo) : null,
      threadId: threadId ?? null,
      createdAt: new Date().toISOString(),
    })
  return {
    /** Ignores a text of nothing but spaces. */
    sendText: ({ content, ...context }: { content: string } & MessageContext) => {
      if (content.trim()) void add(content.trim(), null, context)
    },
    sendImage: ({ file, ...context }: { file: File } & MessageContext) => void add('', file, context),
    /** Sends the rejected message with this `key` again. */
    retry: (key: string) => void outbox.retry(key),
    discard: (key: string) => void outbox.discard(key),
  }
}

const toQuote = ({ _id, content, messageType, sender }: MessageView) => ({ _id, content, messageType, sender })
