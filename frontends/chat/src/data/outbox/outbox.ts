import { outboxStorageKey } from '@meadow/features'
import { ApiError, exclusively, memberStorage } from '@meadow/web'
import type { OutboxStore } from './outbox-store.ts'
import { forgetPreview, type Waiting } from './waiting.ts'

type Parts = {
  memberId: string
  store: OutboxStore
  /** Sends one, and shows it as sent. @throws ApiError */
  send: (waiting: Waiting, onProgress: (share: number) => void) => Promise<void>
  /** Whether it is still this member who is signed in. */
  isSignedIn: () => boolean
}

/** What the member wrote and what is not sent yet: sent one after the other in each conversation, by one tab. */
export type Outbox = ReturnType<typeof createOutbox>

const AGAIN_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
const FAILED = 'This message could not be sent.'

/** Nothing is read or sent before somebody subscribes. */
export function createOutbox({ memberId, store, send, isSignedIn }: Parts) {
  const key = outboxStorageKey(memberId)
  const listeners = new Set<() => void>()
  const adding = new Map<string, Waiting>() // shown, and not stored yet
  const busy = new Map<string, { again: boolean }>() // by recipient
  let shown: readonly Waiting[] = []
  let progress: { id: string; share: number } | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStarted = false
  const stopped = new AbortController()

  const show = (entries: readonly Waiting[]) => {
    shown = entries
    for (const listener of listeners) listener()
  }
  const reload = async () => {
    const stored = await store.all(memberId)
    const fresh = [...stored, ...[...adding.values()].filter(({ id }) => !stored.some((one) => one.id === id))]
    for (const gone of shown) if (!fresh.some(({ id }) => id === gone.id)) forgetPreview(gone)
    show(fresh.map((entry) => withKnownPicture(entry, shown, progress)))
  }
  /** Tells the other tabs, and the next visit. */
  const note = () => memberStorage.write(key, String(Math.random()))
  const rest = async () => {
    if (shown.length > 0) return
    memberStorage.remove(key)
    if ((await store.all(memberId)).length > 0) note() // another tab has just added one
  }
  /** Here and in the other tabs. */
  const changed = async () => {
    note()
    await reload()
    await rest()
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(flush, AGAIN_MS[failures] ?? AGAIN_MS.at(-1))
    failures += 1
  }

  /** Sends what waits for one recipient, in order. What is refused stays and says why; the next go on. */
  const drain = async (recipientId: string) => {
    while (isSignedIn() && !stopped.signal.aborted) {
      const all = await store.all(memberId)
      const next = all.find((waiting) => waiting.recipientId === recipientId && waiting.problem === null)
      if (!next || !isSignedIn()) return
      try {
        await send(next, (share) => {
          progress = { id: next.id, share }
          show(shown.map((entry) => (entry.id === next.id ? { ...entry, progress: share } : entry)))
        })
        failures = 0
        await store.remove(next.id)
      } catch (error) {
        if (isPassing(error)) return later()
        await store.change(next.id, { problem: error instanceof ApiError ? error.message : FAILED })
      } finally {
        if (progress?.id === next.id) progress = undefined
      }
      await changed()
    }
  }
  const work = async (recipientId: string): Promise<void> => {
    const running = busy.get(recipientId)
    if (running) {
      running.again = true
      return
    }
    const now = { again: false }
    busy.set(recipientId, now)
    try {
      await exclusively(`meadow-outbox ${recipientId}`, () => drain(recipientId))
    } finally {
      busy.delete(recipientId)
    }
    if (now.again) await work(recipientId)
  }
  /** Tries now: the network is back, or somebody asked. */
  function flush(): void {
    clearTimeout(timer)
    for (const recipientId of new Set(shown.map((waiting) => waiting.recipientId))) void work(recipientId)
  }
  const start = () => {
    if (isStarted) return
    isStarted = true
    addEventListener('online', flush, { signal: stopped.signal })
    memberStorage.onChange(key, () => void reload().then(flush), stopped.signal)
    void reload().then(rest).then(flush)
  }

  return {
    memberId,
    entries: () => shown,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      start()
      return () => void listeners.delete(listener)
    },
    /** It is on the screen at once, and in the store when this resolves. */
    async add(written: Omit<Waiting, 'order' | 'memberId' | 'problem'>): Promise<void> {
      const order = Math.max(Date.now(), (shown.at(-1)?.order ?? 0) + 1)
      const waiting: Waiting = { ...written, order, memberId, problem: null }
      adding.set(waiting.id, waiting)
      show([...shown, waiting])
      note()
      await store.put(waiting)
      adding.delete(waiting.id)
      await changed()
      flush()
    },
    /** Sends one again that was refused. */
    async retry(id: string): Promise<void> {
      await store.change(id, { problem: null })
      await changed()
      flush()
    },
    async discard(id: string): Promise<void> {
      await store.remove(id)
      await changed()
    },
    flush,
    /** Somebody else is signed in. */
    stop(): void {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}

/** What can pass by itself is tried again; everything else waits for a member's word. */
const isPassing = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'offline' || error.status === 401 || error.status === 429 || error.status >= 502)

/** A picture keeps its preview however often it is read. */
function withKnownPicture(
  entry: Waiting,
  shown: readonly Waiting[],
  progress: { id: string; share: number } | undefined,
) {
  const picture = shown.find(({ id }) => id === entry.id)?.picture ?? entry.picture
  return { ...entry, picture, ...(progress?.id === entry.id && { progress: progress.share }) }
}
