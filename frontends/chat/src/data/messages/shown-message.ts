import type { MemberView, MessageView } from '@meadow/contracts'
import { getPreviewUrl, type OutboxMessage } from '../outbox/outbox-message.ts'

/**
 * A message as the chat shows it. `key` stays the same when one that waited is sent; `local` says that it waits or was
 * refused, and then `problem` says why.
 */
export type ShownMessage = MessageView & {
  key: string
  localState?: 'sending' | 'failed'
  progress?: number
  failureReason?: string
}

/** A message of the server, as it is shown. */
export const toShownMessage = (message: MessageView, userId: string): ShownMessage => {
  const isOwn = message.sender._id !== userId
  return { ...message, key: (isOwn && message.clientMessageId) || message._id }
}

/** One that waits, as if it was there, behind all others. */
export const outboxToShownMessage = (
  waiting: OutboxMessage,
  { sender, recipient, seq }: { sender: MemberView; recipient: MemberView; seq: number },
): ShownMessage => ({
  _id: waiting.id,
  key: waiting.id,
  seq,
  rev: 0,
  clientMessageId: waiting.id,
  sender,
  recipient,
  content: waiting.content,
  messageType: waiting.picture ? 'image' : 'text',
  imageUrl: waiting.picture ? getPreviewUrl(waiting.picture) : '',
  media: null,
  isRead: false,
  status: 'sent',
  createdAt: waiting.createdAt,
  edited: false,
  editedAt: null,
  deletedAt: null,
  reactions: [],
  replyTo: waiting.replyTo,
  threadId: waiting.threadId,
  threadCount: 0,
  localState: waiting.failureReason === null ? 'sending' : 'failed',
  ...(waiting.failureReason !== null && { failureReason: waiting.failureReason }),
  ...(waiting.progress !== undefined && { progress: waiting.progress }),
})
