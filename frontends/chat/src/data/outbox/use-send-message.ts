import type { MessageView } from '@meadow/contracts'
import { createMessageId } from './outbox-message.ts'
import { useOutbox } from './use-outbox.ts'

type MessageContext = { replyTo?: MessageView | undefined; threadId?: string | undefined }

/** Writes to `userId`: a message is shown at once and sent when it can be, in order and never twice. */
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
    /** Nothing is sent where nothing but spaces was written. */
    sendText: ({ content, ...under }: { content: string } & MessageContext) => {
      if (content.trim()) void add(content.trim(), null, under)
    },
    sendImage: ({ file, ...under }: { file: File } & MessageContext) => void add('', file, under),
    /** Sends one again that was refused, by its `key`. */
    retry: (key: string) => void outbox.retry(key),
    discard: (key: string) => void outbox.discard(key),
  }
}

const toQuote = ({ _id, content, messageType, sender }: MessageView) => ({ _id, content, messageType, sender })
