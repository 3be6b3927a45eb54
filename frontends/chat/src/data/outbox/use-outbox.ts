import type { MessageView } from '@meadow/contracts/browser'
import { api, type QueryClient, readStoredSession, useQueryClient, useSession, useSocketResync } from '@meadow/web'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { applyNewMessage } from '../sync/apply-push.ts'
import { createOutbox, type Outbox, type OutboxUpload } from './outbox.ts'
import { createMessageId, createOutboxStore, type OutboxMessage, type OutboxPicture } from './outbox-store.ts'

/** One outbox per page. It continues to send after the member leaves the chat for another page. */
const outboxes = new WeakMap<QueryClient, Outbox>()

type MessageContext = { replyTo?: QuotedMessage | undefined; threadId?: string | undefined }

/** Returns functions that send messages to `userId` through the outbox: shown at once, sent in order, never twice. */
export function useSendMessage(userId: string) {
  const outbox = useOutbox()
  const add = (content: string, pictures: readonly OutboxPicture[], { replyTo, threadId }: MessageContext) =>
    outbox.add({
      id: createMessageId(),
      recipientId: userId,
      content,
      pictures,
      replyTo: replyTo ? toQuote(replyTo) : null,
      threadId: threadId ?? null,
      createdAt: new Date().toISOString(),
    })
  return {
    /** Ignores a text of nothing but spaces. */
    sendText: ({ content, ...context }: { content: string } & MessageContext) => {
      if (content.trim()) void add(content.trim(), [], context)
    },
    /** Sends pictures with a text, which may be empty. */
    sendPictures: ({
      pictures,
      content,
      ...context
    }: { pictures: readonly OutboxPicture[]; content: string } & MessageContext) =>
      void add(
        content.trim(),
        pictures.map(({ file, alt }) => ({ file, alt })),
        context,
      ),
    /** Sends the rejected message with this `key` again. */
    retry: (key: string) => void outbox.retry(key),
    discard: (key: string) => void outbox.discard(key),
  }
}

/** Sends the pending messages now, and after every reconnect. */
export function useOutboxSender(): void {
  const outbox = useOutbox()
  useEffect(() => outbox.subscribe(() => undefined), [outbox])
  useSocketResync(() => outbox.flush())
}

/** Returns the pending messages to one recipient, oldest first. */
export function useOutboxMessages(userId: string): OutboxMessage[] {
  const outbox = useOutbox()
  const all = useSyncExternalStore(outbox.subscribe, outbox.entries)
  return useMemo(() => all.filter(({ recipientId }) => recipientId === userId), [all, userId])
}

/** Returns the outbox of the signed-in member. */
function useOutbox(): Outbox {
  const cache = useQueryClient()
  const { user } = useSession()
  return getOutbox(cache, user?._id ?? '')
}

function getOutbox(cache: QueryClient, memberId: string): Outbox {
  const known = outboxes.get(cache)
  if (known?.memberId === memberId) return known
  known?.stop()
  const outbox = createOutbox({
    memberId,
    store: createOutboxStore(),
    isSignedIn: () => readStoredSession().userId === memberId,
    send: async (message, upload) => applyNewMessage(cache, await postOutboxMessage(message, upload), memberId),
  })
  outboxes.set(cache, outbox)
  return outbox
}

/** Posts a message. Idempotent: a repeat returns the same message. @throws ApiError */
async function postOutboxMessage(message: OutboxMessage, { onProgress, signal }: OutboxUpload): Promise<MessageView> {
  const { id, recipientId, content, pictures, replyTo, threadId } = message
  const fields = {
    recipientId,
    clientMessageId: id,
    ...(replyTo && { replyTo: replyTo._id }),
    ...(threadId && { threadId }),
  }
  if (pictures.length === 0) return (await api('POST /messages', { body: { ...fields, content }, signal })).message
  const form = new FormData()
  // before the files: the server reads the form as a stream
  for (const [name, value] of Object.entries({ ...fields, ...(content && { content }) })) form.append(name, value)
  for (const { alt } of pictures) form.append('alt', alt.trim())
  for (const { file } of pictures) form.append('image', file)
  return (await api('POST /messages/image', { body: form, onProgress, signal })).message
}

type QuotedMessage = NonNullable<MessageView['replyTo']>

const toQuote = ({ _id, content, messageType, pictureCount, deletedAt, sender }: QuotedMessage): QuotedMessage => ({
  _id,
  content,
  messageType,
  pictureCount,
  deletedAt,
  sender,
})
