import type { AddedAction, OutboxEntry, OutboxKind, OutboxSnapshot, PageOutbox } from '@meadow/outbox'
import type { QueryClient } from '@tanstack/react-query'
import { createUuid } from '../api/create-uuid.ts'
import { memberStorage, OUTBOX_STORAGE_KEY } from '../page/member-storage.ts'
import { waitForPageIdle } from '../page/wait-for-page-idle.ts'
import { onStoredSessionChange, readStoredSession } from '../session/stored-session.ts'
import { t } from '../texts.ts'

const LOAD_RETRY_MS = 5_000
/** Before the outbox is loaded. A page without a network cannot load it, so then it can store nothing. */
const EMPTY_SNAPSHOT: OutboxSnapshot = { entries: [], canStore: false }

/** Receives in words why an action was refused and dropped, or why one could not be discarded. */
type ProblemListener = (text: string) => void
/** The outbox of a member for the components of a page. It loads the outbox itself, which is a file of its own, when it is needed. */
export type OutboxHandle = ReturnType<typeof createOutboxHandle>

const handles = new WeakMap<QueryClient, OutboxHandle>()

/** Returns the outbox of the member on this page. It continues to send after the member has left the screen. */
export function getOutboxHandle(cache: QueryClient, memberId: string): OutboxHandle {
  const known = handles.get(cache)
  if (known?.memberId === memberId && !known.isStopped()) return known
  known?.stop()
  const handle = createOutboxHandle(cache, memberId)
  handles.set(cache, handle)
  return handle
}

function createOutboxHandle(cache: QueryClient, memberId: string) {
  const listeners = new Set<() => void>()
  const problemListeners = new Set<ProblemListener>()
  const abortController = new AbortController()
  const { signal } = abortController
  let snapshot = EMPTY_SNAPSHOT
  let loading: Promise<PageOutbox> | undefined
  let isStarted = false
  let starterCount = 0

  const reportProblem = (text: string) => {
    for (const listener of problemListeners) listener(text)
  }
  const openOutbox = async (): Promise<PageOutbox> => {
    const { startPageOutbox } = await import(/* webpackChunkName: "outbox" */ './start-page-outbox.ts')
    signal.throwIfAborted()
    const outbox = startPageOutbox({
      memberId,
      cache,
      onChange(next) {
        snapshot = next
        for (const listener of listeners) listener()
      },
      onHasStored(hasStored) {
        if (!hasStored) memberStorage.remove(memberId, OUTBOX_STORAGE_KEY)
        else if (memberStorage.read(memberId, OUTBOX_STORAGE_KEY) === null)
          memberStorage.write(memberId, OUTBOX_STORAGE_KEY, '1')
      },
      onDropped(_entry, reason) {
        if (reason !== '') reportProblem(reason) // '': silent
      },
    })
    signal.addEventListener('abort', () => outbox.stop())
    return outbox
  }
  /** Loads the outbox once. A failed load, for example without a network, is repeated. */
  const load = (): Promise<PageOutbox> => {
    loading ??= openOutbox().catch(async (error: unknown) => {
      signal.throwIfAborted()
      console.error(error)
      await waitForNetwork(signal)
      loading = undefined
      return load()
    })
    return loading
  }
  const loadIfWaiting = () => {
    if (memberStorage.read(memberId, OUTBOX_STORAGE_KEY) !== null) void load().catch(() => undefined)
  }
  const stop = () => abortController.abort()
  const unsubscribeFromSession = onStoredSessionChange(() => {
    if (readStoredSession().userId !== memberId) stop()
  })
  signal.addEventListener('abort', unsubscribeFromSession)

  /** Loads the outbox at the first subscription if something waits. */
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    if (!isStarted) {
      isStarted = true
      memberStorage.onChange(memberId, OUTBOX_STORAGE_KEY, loadIfWaiting, signal)
      loadIfWaiting()
    }
    return () => void listeners.delete(listener)
  }
  return {
    memberId,
    isStopped: () => signal.aborted,
    stop,
    getSnapshot: () => snapshot,
    subscribe,
    /** Starts the outbox. It stops soon after the last caller has called the returned function. */
    start(): () => void {
      starterCount += 1
      const unsubscribe = subscribe(() => undefined)
      return () => {
        unsubscribe()
        starterCount -= 1
        queueMicrotask(() => starterCount === 0 && stop()) // StrictMode starts it again at once
      }
    },
    onProblem(listener: ProblemListener): () => void {
      problemListeners.add(listener)
      return () => void problemListeners.delete(listener)
    },
    /** Loads the outbox now. */
    loadNow: () => void load().catch(() => undefined),
    /** Loads the outbox when the page is idle, so that an action can wait also without a network. */
    preload(): void {
      void waitForPageIdle(signal).then(() => {
        if (!signal.aborted) load().catch(() => undefined)
      })
    },
    add<Data>(kind: OutboxKind<Data>, data: Data, id = createUuid()): AddedAction<Data> {
      if (!memberId) return askGuest({ kind: kind.name, data })
      memberStorage.write(memberId, OUTBOX_STORAGE_KEY, '1') // another tab or the next visit will look, even if this page closes now
      const added = load().then((outbox) => outbox.add(kind, data, id))
      return {
        stored: added.then(({ stored }) => stored),
        outcome: added.then(
          ({ outcome }) => outcome,
          () => ({ type: 'cancelled' }), // the member has signed out
        ),
      }
    },
    changeData: async (id: string, toData: (data: unknown) => unknown): Promise<void> =>
      (await load()).changeData(id, toData),
    retry: async (id: string): Promise<void> => (await load()).retry(id),
    /** Discards an entry and those that depend on it. If the browser cannot delete them, they stay, and it reports a problem. */
    async discard(id: string): Promise<void> {
      const outbox = await load()
      await outbox.discard(id).catch((error: unknown) => {
        console.error(error)
        reportProblem(t('outbox.discardFailed'))
      })
    },
    /** Takes an entry back before the server can have it. Returns undefined if it is too late. */
    takeBack: async (id: string): Promise<OutboxEntry | undefined> => (await load()).takeBack(id),
    /** Sends what waits. Does nothing if the outbox is not loaded: it sends when it is loaded. */
    flush: () => void loading?.then((outbox) => outbox.flush()).catch(() => undefined),
  }
}

/** An action that a guest wanted: the name of its outbox kind, and its data. */
export type GuestAction = { kind: string; data: unknown }

/** Tells the page of guests (frontends/shell/src/features/guest) what a guest wanted. It waits for a sign-in there. */
function askGuest(action: GuestAction): AddedAction<never> {
  dispatchEvent(new CustomEvent<GuestAction>('guest-action', { detail: action }))
  return { stored: Promise.resolve(undefined), outcome: Promise.resolve({ type: 'waiting' }) }
}

/** Resolves when the browser is online, or after five seconds. */
function waitForNetwork(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, LOAD_RETRY_MS)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
