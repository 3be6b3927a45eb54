import type { MediaView, MemberView, MessageView } from '@meadow/contracts/browser'
import { getPreviewUrl, type OutboxMessage, type OutboxPicture } from '../outbox/outbox-store.ts'

/**
 * A message in the list: from the server, or still in the outbox. `key` stays the same when an outbox message becomes a
 * sent one. `localState` is set for outbox messages; `failureReason` is set if sending has failed.
 */
export type ShownMessage = MessageView & {
  key: string
  localState?: 'sending' | 'failed'
  progress?: number
  failureReason?: string
  uploadProblem?: string
}

/** Converts a message of the server. */
export const toShownMessage = (message: MessageView, userId: string): ShownMessage => {
  const isOwn = message.sender._id !== userId
  return { ...message, key: (isOwn && message.clientMessageId) || message._id }
}

/** Shows a picture that is not uploaded yet. Its size is unknown. */
function toPreview({ file, alt }: OutboxPicture, index: number): MediaView {
  const url = getPreviewUrl(file)
  return { _id: `preview-${index}`, url, secure_url: url, alt, width: 4, height: 3, placeholder: '', sources: [] }
}

/** Returns what a reply shows of the message. */
export const toQuotedMessage = ({
  _id,
  content,
  messageType,
  pictures,
  deletedAt,
  sender,
}: MessageView): NonNullable<MessageView['replyTo']> => ({
  _id,
  content,
  messageType,
  pictureCount: pictures.length,
  deletedAt,
  sender,
})

/** Converts an outbox message. `seq` decides its position after the sent messages. */
const outboxToShownMessage = (
  message: OutboxMessage,
  { sender, recipient, seq }: { sender: MemberView; recipient: MemberView; seq: number },
): ShownMessage => ({
  _id: message.id,
  key: message.id,
  seq,
  rev: 0,
  clientMessageId: message.id,
  sender,
  recipient,
  content: message.content,
  messageType: message.pictures.length > 0 ? 'image' : 'text',
  imageUrl: '',
  media: null,
  pictures: message.pictures.map(toPreview),
  isRead: false,
  status: 'sent',
  createdAt: message.createdAt,
  edited: false,
  editedAt: null,
  deletedAt: null,
  reactions: [],
  replyTo: message.replyTo,
  threadId: message.threadId,
  threadCount: 0,
  localState: message.failureReason === null ? 'sending' : 'failed',
  ...(message.failureReason !== null && { failureReason: message.failureReason }),
  ...(message.progress !== undefined && { progress: message.progress }),
  ...(message.uploadProblem !== undefined && { uploadProblem: message.uploadProblem }),
})

type OutboxContext = { sender: MemberView; recipient: MemberView; lastSeq: number }

/** Appends outbox messages to the sent ones. Leaves out those that have been sent; `lastSeq` counts if none has. */
export function appendOutboxMessages(
  sent: readonly ShownMessage[],
  pending: readonly OutboxMessage[],
  { sender, recipient, lastSeq }: OutboxContext,
): ShownMessage[] {
  const sentKeys = new Set(sent.map(({ key }) => key))
  const seq = (sent.at(-1)?.seq ?? lastSeq) + 1
  const unsent = pending.filter(({ id }) => !sentKeys.has(id))
  return [
    ...sent,
    ...unsent.map((message, index) => outboxToShownMessage(message, { sender, recipient, seq: seq + index })),
  ]
}
