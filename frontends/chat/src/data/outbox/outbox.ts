import { getUploadErrorDescription } from '@meadow/features'
import { ApiError, chatOutboxStorageKey, memberStorage, withTabLock } from '@meadow/web'
import { type OutboxMessage, type OutboxStore, revokePreviewUrls } from './outbox-store.ts'

type OutboxDeps = {
  memberId: string
  store: OutboxStore
  /** Sends one message, and shows it as sent. @throws ApiError */
  send: (message: OutboxMessage, upload: OutboxUpload) => Promise<void>
  /** Returns false as soon as another member is signed in, or none. */
  isSignedIn: () => boolean
}

/** Reports the progress of an upload, and stops it. */
export type OutboxUpload = { onProgress: (share: number) => void; signal: AbortSignal }
type UploadState = Pick<OutboxMessage, 'progress' | 'uploadProblem'>

/** The messages of a member that are not sent yet. One tab sends them, in order within each conversation. */
export type Outbox = ReturnType<typeof createOutbox>

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
const SEND_FAILED_MESSAGE = 'Please try again.'

/** Creates an outbox. It starts to read and send at the first subscription, and must be stopped. */
export function createOutbox({ memberId, store, send, isSignedIn }: OutboxDeps) {
  const storageKey = chatOutboxStorageKey(memberId)
  const listeners = new Set<() => void>()
  const unstored = new Map<string, OutboxMessage>() // shown, and still being written to the store
  const drains = new Map<string, { shouldRepeat: boolean }>() // by recipient
  let entries: readonly OutboxMessage[] = []
  const uploads = new Map<string, UploadState>() // by message
  let sending: { id: string; controller: AbortController } | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStarted = false
  const abortController = new AbortController()

  const setEntries = (next: readonly OutboxMessage[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const reload = async () => {
    const stored = await store.list(memberId)
    const next = [...stored, ...[...unstored.values()].filter(({ id }) => !stored.some((one) => one.id === id))]
    for (const entry of entries) if (!next.some(({ id }) => id === entry.id)) revokePreviewUrls(entry)
    setEntries(next.map((entry) => keepPicturesAndUpload(entry, entries, uploads)))
  }
  const showUpload = (id: string, upload: UploadState) => {
    uploads.set(id, upload)
    setEntries(entries.map((entry) => (entry.id === id ? keepPicturesAndUpload(entry, entries, uploads) : entry)))
  }
  /** Writes the storage key: other tabs reload, and the next visit knows that messages are pending. */
  const notifyOtherTabs = () => memberStorage.write(storageKey, String(Math.random()))
  const removeKeyIfEmpty = async () => {
    if (entries.length > 0) return
    memberStorage.remove(storageKey)
    if ((await store.list(memberId)).length > 0) notifyOtherTabs() // another tab has just added one
  }
  const publishChange = async () => {
    notifyOtherTabs()
    await reload()
    await removeKeyIfEmpty()
  }
  const scheduleRetry = () => {
    clearTimeout(timer)
    timer = setTimeout(flush, RETRY_DELAYS_MS[failures] ?? RETRY_DELAYS_MS.at(-1))
    failures += 1
  }

  /** Sends the messages to one recipient in order. A rejected message stays with its reason; the next ones are sent. */
  const drain = async (recipientId: string) => {
    while (isSignedIn() && !abortController.signal.aborted) {
      const stored = await store.list(memberId)
      const next = stored.find((message) => message.recipientId === recipientId && message.failureReason === null)
      if (!next || !isSignedIn()) return
      try {
        sending = { id: next.id, controller: new AbortController() }
        const { signal } = sending.controller
        await send(next, { onProgress: (share) => showUpload(next.id, { progress: share }), signal })
        failures = 0
        uploads.delete(next.id)
        await store.remove(next.id)
      } catch (error) {
        const hasPictures = next.pictures.length > 0
        uploads.delete(next.id)
        if (isTransientSendError(error)) {
          if (hasPictures) showUpload(next.id, { uploadProblem: getUploadErrorDescription(error) })
          return scheduleRetry()
        }
        await store.update(next.id, { failureReason: describeFailure(error, hasPictures) })
      } finally {
        sending = undefined
      }
      await publishChange()
    }
  }
  /** Drains in one tab at a time. A call during a drain of this tab leads to one more. */
  const drainExclusively = async (recipientId: string): Promise<void> => {
    const running = drains.get(recipientId)
    if (running) {
      running.shouldRepeat = true
      return
    }
    const current = { shouldRepeat: false }
    drains.set(recipientId, current)
    try {
      await withTabLock(`meadow-outbox ${recipientId}`, () => drain(recipientId))
    } finally {
      drains.delete(recipientId)
    }
    if (current.shouldRepeat) await drainExclusively(recipientId)
  }
  function flush(): void {
    clearTimeout(timer)
    for (const recipientId of new Set(entries.map((entry) => entry.recipientId))) void drainExclusively(recipientId)
  }
  const start = () => {
    if (isStarted) return
    isStarted = true
    addEventListener('online', flush, { signal: abortController.signal })
    memberStorage.onChange(storageKey, () => void reload().then(flush), abortController.signal)
    void reload().then(removeKeyIfEmpty).then(flush)
  }

  return {
    memberId,
    entries: () => entries,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      start()
      return () => void listeners.delete(listener)
    },
    /** Shows a message at once. Resolves when it is stored. */
    async add(input: Omit<OutboxMessage, 'order' | 'memberId' | 'failureReason'>): Promise<void> {
      const order = Math.max(Date.now(), (entries.at(-1)?.order ?? 0) + 1)
      const message: OutboxMessage = { ...input, order, memberId, failureReason: null }
      unstored.set(message.id, message)
      setEntries([...entries, message])
      notifyOtherTabs()
      await store.put(message)
      unstored.delete(message.id)
      await publishChange()
      flush()
    },
    /** Sends a rejected message again. */
    async retry(id: string): Promise<void> {
      await store.update(id, { failureReason: null })
      await publishChange()
      flush()
    },
    /** Removes a message, and stops its upload. */
    async discard(id: string): Promise<void> {
      await store.remove(id)
      if (sending?.id === id) sending.controller.abort()
      await publishChange()
    },
    /** Sends all pending messages now, without waiting for the next retry. */
    flush,
    /** Stops sending, because another member signs in. */
    stop(): void {
      abortController.abort()
      clearTimeout(timer)
    },
  }
}

/** Returns true for errors after which a retry may succeed. After any other error the member decides. */
const isTransientSendError = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'offline' || [401, 408, 429].includes(error.status) || error.status >= 502)

/** Returns the reason of a rejection, for the member. */
function describeFailure(error: unknown, hasPictures: boolean): string {
  if (hasPictures) return getUploadErrorDescription(error)
  return error instanceof ApiError ? error.message : SEND_FAILED_MESSAGE
}

/** Keeps the `Blob`s of an entry that is read from the store again, because its preview URLs belong to those objects. */
function keepPicturesAndUpload(
  { progress: _, uploadProblem: __, ...entry }: OutboxMessage,
  entries: readonly OutboxMessage[],
  uploads: ReadonlyMap<string, UploadState>,
): OutboxMessage {
  const pictures = entries.find(({ id }) => id === entry.id)?.pictures ?? entry.pictures
  return { ...entry, pictures, ...uploads.get(entry.id) }
}
