import type { MessageView } from '@meadow/contracts/browser'
import { openMemberDatabase } from '@meadow/web/member-database'
import type { IDBPDatabase } from 'idb'

/** A picture of a message that is not sent yet. */
export type OutboxPicture = { file: File | Blob; alt: string }

/** A message that is not sent yet. */
export type OutboxMessage = {
  /** The `clientMessageId` of the message. */
  id: string
  /** Sort key within the outbox: the creation time in ms, made unique. */
  order: number
  memberId: string
  recipientId: string
  content: string
  /** In the order in which they are shown. */
  pictures: readonly OutboxPicture[]
  replyTo: MessageView['replyTo']
  threadId: string | null
  createdAt: string
  /** The reason, for the member, why the server rejected the message; null while it will be sent. */
  failureReason: string | null
  /** The uploaded share of its pictures, from 0 to 1. */
  progress?: number
  /** The reason why the last upload of its pictures stopped. It will be tried again. */
  uploadProblem?: string
}

/** Stores the outbox for all tabs of this browser. */
export type OutboxStore = {
  /** Returns the messages of a member, oldest first. */
  list: (memberId: string) => Promise<OutboxMessage[]>
  put: (message: OutboxMessage) => Promise<void>
  /** Changes a message. Does nothing if it is gone. */
  update: (id: string, change: Partial<OutboxMessage>) => Promise<void>
  remove: (id: string) => Promise<void>
}

const OBJECT_STORE = 'outbox'

/** Creates a store in IndexedDB. Falls back to memory, until the page closes, if the browser forbids IndexedDB. */
export function createOutboxStore(): OutboxStore {
  const inMemory = new Map<string, OutboxMessage>() // fallback without IndexedDB

  const withDatabase = async <T>(work: (database: IDBPDatabase) => Promise<T>, fallback: () => T): Promise<T> => {
    try {
      return await work((await openMemberDatabase()) as unknown as IDBPDatabase)
    } catch {
      return fallback()
    }
  }
  return {
    async list(memberId) {
      const stored = await withDatabase<OutboxMessage[]>(
        (opened) => opened.getAll(OBJECT_STORE),
        () => [],
      )
      return [...stored, ...inMemory.values()]
        .filter((message) => message.memberId === memberId && 'recipientId' in message) // others are no messages
        .sort((one, other) => one.order - other.order)
    },
    put: (message) =>
      withDatabase<void>(
        async (opened) => void (await opened.put(OBJECT_STORE, message)),
        () => void inMemory.set(message.id, message),
      ),
    async update(id, change) {
      const known = inMemory.get(id)
      if (known) return void inMemory.set(id, { ...known, ...change })
      await withDatabase<void>(
        async (opened) => {
          const { store, done } = opened.transaction(OBJECT_STORE, 'readwrite')
          const stored = await store.get(id)
          if (stored) await store.put({ ...stored, ...change })
          await done
        },
        () => undefined,
      )
    },
    async remove(id) {
      if (inMemory.delete(id)) return
      await withDatabase<void>(
        (opened) => opened.delete(OBJECT_STORE, id),
        () => undefined,
      )
    },
  }
}

const previewUrls = new WeakMap<Blob, string>()

/** Returns the object URL of a picture, and creates it at the first call. */
export function getPreviewUrl(picture: Blob): string {
  const url = previewUrls.get(picture) ?? URL.createObjectURL(picture)
  previewUrls.set(picture, url)
  return url
}

/** Revokes the object URLs of a message's pictures. */
export function revokePreviewUrls({ pictures }: OutboxMessage): void {
  for (const { file } of pictures) {
    const url = previewUrls.get(file)
    if (url) URL.revokeObjectURL(url)
    previewUrls.delete(file)
  }
}

/** Creates a UUID (version 4). `crypto.randomUUID` does not exist on pages without https. */
export function createMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
