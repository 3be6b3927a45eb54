import type { MessageView } from '@meadow/contracts'

/** A message that is not sent yet. */
export type OutboxMessage = {
  /** The `clientMessageId` of the message. */
  id: string
  /** Sort key within the outbox: the creation time in ms, made unique. */
  order: number
  memberId: string
  recipientId: string
  content: string
  picture: File | Blob | null
  replyTo: MessageView['replyTo']
  threadId: string | null
  createdAt: string
  /** The reason, for the member, why the server rejected the message; null while it will be sent. */
  failureReason: string | null
  /** The uploaded share of its picture, from 0 to 1. */
  progress?: number
}

const previewUrls = new WeakMap<Blob, string>()

/** Returns the object URL of a picture, and creates it at the first call. */
export function getPreviewUrl(picture: Blob): string {
  const url = previewUrls.get(picture) ?? URL.createObjectURL(picture)
  previewUrls.set(picture, url)
  return url
}

/** Revokes the object URL of a message's picture. */
export function revokePreviewUrl({ picture }: OutboxMessage): void {
  const url = picture && previewUrls.get(picture)
  if (url) URL.revokeObjectURL(url)
  if (picture) previewUrls.delete(picture)
}

/** Creates a UUID (version 4). `crypto.randomUUID` does not exist on pages without https. */
export function createMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
