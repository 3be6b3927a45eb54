import { outboxStorageKey } from '@meadow/features'
import { ApiError, memberStorage, withTabLock } from '@meadow/web'
import { type OutboxMessage, revokePreviewUrl } from './outbox-message.ts'
import type { OutboxStore } from './outbox-store.ts'

type OutboxDeps = {
  memberId: string
  store: OutboxStore
  /** Sends one, and shows it as sent. @throws ApiError */
  send: (waiting: OutboxMessage, onProgress: (share: number) => void) => Promise<void>
  /** Whether it is still this member who is signed in. */
  isSignedIn: () => boolean
}

/** What the member wrote and what is not sent yet: sent one after the other in each conversation, by one tab. */
export type Outbox = ReturnType<typeof createOutbox>

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
const SEND_FAILED_MESSAGE = 'This message could not be sent.'

/** Nothing is read or sent before somebody subscribes. */
export function createOutbox({ memberId, store, send, isSignedIn }: OutboxDeps) {
  const storageKey = outboxStorageKey(memberId)
  const listeners = new Set<() => void>()
  const unstored = new Map<string, OutboxMessage>() // shown, and not stored yet
  const drains = new Map<string, { again: boolean }>() // by recipient
  let entries: readonly OutboxMessage[] = []
  let progress: { id: string; share: number } | undefined
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
    const fresh = [...stored, ...[...unstored.values()].filter(({ id }) => !stored.some((one) => one.id === id))]
    for (const gone of entries) if (!fresh.some(({ id }) => id === gone.id)) revokePreviewUrl(gone)
    setEntries(fresh.map((entry) => reusePicture(entry, entries, progress)))
  }
  /** Tells the other tabs, and the next visit. */
  const notifyOtherTabs = () => memberStorage.write(storageKey, String(Math.random()))
  const clearKeyIfEmpty = async () => {
    if (entries.length > 0) return
    memberStorage.remove(storageKey)
    if ((await store.list(memberId)).length > 0) notifyOtherTabs() // another tab has just added one
  }
  /** Here and in the other tabs. */
  const publishChange = async () => {
    notifyOtherTabs()
    await reload()
    await clearKeyIfEmpty()
  }
  const scheduleRetry = () => {
    clearTimeout(timer)
    timer = setTimeout(flush, RETRY_DELAYS_MS[failures] ?? RETRY_DELAYS_MS.at(-1))
    failures += 1
  }

  /** Sends what waits for one recipient, in order. What is refused stays and says why; the next go on. */
  const drain = async (recipientId: string) => {
    while (isSignedIn() && !abortController.signal.aborted) {
      const all = await store.list(memberId)
      const next = all.find((waiting) => waiting.recipientId === recipientId && waiting.failureReason === null)
      if (!next || !isSignedIn()) return
      try {
        await send(next, (share) => {
          progress = { id: next.id, share }
          setEntries(entries.map((entry) => (entry.id === next.id ? { ...entry, progress: share } : entry)))
        })
        failures = 0
        await store.remove(next.id)
      } catch (error) {
        if (isTransientSendError(error)) return scheduleRetry()
        await store.update(next.id, { failureReason: error instanceof ApiError ? error.message : SEND_FAILED_MESSAGE })
      } finally {
        if (progress?.id === next.id) progress = undefined
      }
      await publishChange()
    }
  }
  const drainExclusively = async (recipientId: string): Promise<void> => {
    const running = drains.get(recipientId)
    if (running) {
      running.again = true
      return
    }
    const now = { again: false }
    drains.set(recipientId, now)
    try {
      await withTabLock(`meadow-outbox ${recipientId}`, () => drain(recipientId))
    } finally {
      drains.delete(recipientId)
    }
    if (now.again) await drainExclusively(recipientId)
  }
  /** Tries now: the network is back, or somebody asked. */
  function flush(): void {
    clearTimeout(timer)
    for (const recipientId of new Set(entries.map((waiting) => waiting.recipientId))) void drainExclusively(recipientId)
  }
  const start = () => {
    if (isStarted) return
    isStarted = true
    addEventListener('online', flush, { signal: abortController.signal })
    memberStorage.onChange(storageKey, () => void reload().then(flush), abortController.signal)
    void reload().then(clearKeyIfEmpty).then(flush)
  }

  return {
    memberId,
    entries: () => entries,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      start()
      return () => void listeners.delete(listener)
    },
    /** It is on the screen at once, and in the store when this resolves. */
    async add(written: Omit<OutboxMessage, 'order' | 'memberId' | 'failureReason'>): Promise<void> {
      const order = Math.max(Date.now(), (entries.at(-1)?.order ?? 0) + 1)
      const waiting: OutboxMessage = { ...written, order, memberId, failureReason: null }
      unstored.set(waiting.id, waiting)
      setEntries([...entries, waiting])
      notifyOtherTabs()
      await store.put(waiting)
      unstored.delete(waiting.id)
      await publishChange()
      flush()
    },
    /** Sends one again that was refused. */
    async retry(id: string): Promise<void> {
      await store.update(id, { failureReason: null })
      await publishChange()
      flush()
    },
    async discard(id: string): Promise<void> {
      await store.remove(id)
      await publishChange()
    },
    flush,
    /** Somebody else is signed in. */
    stop(): void {
      abortController.abort()
      clearTimeout(timer)
    },
  }
}

/** What can pass by itself is tried again; everything else waits for a member's word. */
const isTransientSendError = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'offline' || error.status === 401 || error.status === 429 || error.status >= 502)

/** A picture keeps its preview however often it is read. */
function reusePicture(
  entry: OutboxMessage,
  shown: readonly OutboxMessage[],
  progress: { id: string; share: number } | undefined,
) {
  const picture = shown.find(({ id }) => id === entry.id)?.picture ?? entry.picture
  return { ...entry, picture, ...(progress?.id === entry.id && { progress: progress.share }) }
}
