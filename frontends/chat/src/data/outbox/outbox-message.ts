import type { MessageView } from '@meadow/contracts'

/** A message that the member wrote and that is not sent yet. */
export type OutboxMessage = {
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
  failureReason: string | null
  /** Which share of its picture has left, from 0 to 1. */
  progress?: number
}

const previewUrls = new WeakMap<Blob, string>()

/** Returns the object URL of a picture, and creates it at the first call. */
export function getPreviewUrl(picture: Blob): string {
  const address = previewUrls.get(picture) ?? URL.createObjectURL(picture)
  previewUrls.set(picture, address)
  return address
}

/** Lets go of what was shown of a picture. */
export function revokePreviewUrl({ picture }: OutboxMessage): void {
  const address = picture && previewUrls.get(picture)
  if (address) URL.revokeObjectURL(address)
  if (picture) previewUrls.delete(picture)
}

/** 128 bits as a UUID. Not `randomUUID`, which browsers lack where a page came over plain http. */
export function createMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
