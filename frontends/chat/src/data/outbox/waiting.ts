import type { MemberView, MessageView } from '@meadow/contracts'

/** A message that the member wrote and that is not sent yet. */
export type Waiting = {
  /** Its `clientMessageId`. */
  id: string
  /** Its place among all that wait. */
  order: number
  memberId: string
  recipientId: string
  content: string
  picture: File | Blob | null
  replyTo: MessageView['replyTo']
  threadId: string | null
  createdAt: string
  /** Why it was refused, in words for people; null while it may still be sent by itself. */
  problem: string | null
  /** Which share of its picture has left, from 0 to 1. */
  progress?: number
}

/**
 * A message as the chat shows it. `key` stays the same when one that waited is sent; `local` says that it waits or was
 * refused, and then `problem` says why.
 */
export type ShownMessage = MessageView & {
  key: string
  local?: 'sending' | 'failed'
  progress?: number
  problem?: string
}

/** A message of the server, as it is shown. */
export const toShown = (message: MessageView, userId: string): ShownMessage => {
  const isOwn = message.sender._id !== userId
  return { ...message, key: (isOwn && message.clientMessageId) || message._id }
}

/** One that waits, as if it was there, behind all others. */
export const waitingToShown = (
  waiting: Waiting,
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
  imageUrl: waiting.picture ? previewOf(waiting.picture) : '',
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
  local: waiting.problem === null ? 'sending' : 'failed',
  ...(waiting.problem !== null && { problem: waiting.problem }),
  ...(waiting.progress !== undefined && { progress: waiting.progress }),
})

const previews = new WeakMap<Blob, string>()

function previewOf(picture: Blob): string {
  const address = previews.get(picture) ?? URL.createObjectURL(picture)
  previews.set(picture, address)
  return address
}

/** Lets go of what was shown of a picture. */
export function forgetPreview({ picture }: Waiting): void {
  const address = picture && previews.get(picture)
  if (address) URL.revokeObjectURL(address)
  if (picture) previews.delete(picture)
}

/** 128 bits as a UUID. Not `randomUUID`, which browsers lack where a page came over plain http. */
export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
