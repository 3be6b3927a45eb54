import type { QueryClient } from '@tanstack/react-query'
import { openOutboxChannel } from '../send/outbox-channel.ts'
import type { WithOutboxLock } from '../send/outbox-drain.ts'
import type { SendOutboxRequest } from '../send/outbox-request.ts'
import { type OutboxAction, planOutboxAction, toWaitingEntry } from '../store/outbox-action.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import type { OutboxStorage } from '../store/outbox-storage.ts'
import { createOutboxStore } from '../store/outbox-store.ts'
import { findOutboxKind, type OutboxKind, onOutboxKindRegistered } from './outbox-kind.ts'
import { createPageOutboxDrain } from './page-outbox-drain.ts'
import { createPageOutboxState, type OutboxSnapshot } from './page-outbox-state.ts'
import type { OutboxOutcome, PendingAddition } from './shown-outbox-entry.ts'

export type PageOutboxDeps = {
  memberId: string
  cache: QueryClient
  storage: OutboxStorage
  /** Sends a request by HTTP. */
  sendRequest: SendOutboxRequest
  /** Returns false as soon as another member is signed in, or none. */
  isSignedIn: () => boolean
  /** Called with true if a later visit will find entries. */
  onHasStored: (hasStored: boolean) => void
  /** Called when a refused entry is dropped, with the reason in words. */
  onDropped: (entry: OutboxEntry, reason: string) => void
  withLock: WithOutboxLock
  onChange: (snapshot: OutboxSnapshot) => void
}

/** An action that was added to the outbox. */
export type AddedAction<Data = unknown> = {
  /** Resolves with its entry when it is stored; undefined if it has undone a waiting one. Rejects if no storage accepts it. */
  stored: Promise<OutboxEntry<Data> | undefined>
  /** Resolves when it is sent, refused or cancelled, or when it is known that it cannot be sent now. Never rejects. */
  outcome: Promise<OutboxOutcome>
}

/** The outbox of the signed-in member on one page: shows what waits, and sends it. */
export type PageOutbox = ReturnType<typeof createPageOutbox>

/** Creates the outbox of a page. It starts to read and send at once, and must be stopped. */
export function createPageOutbox(deps: PageOutboxDeps) {
  const { memberId } = deps
  const store = createOutboxStore(deps.storage, memberId)
  const state = createPageOutboxState(deps.cache, deps.onChange)
  let readCount = 0 // the number of times that this page has begun to read the store
  let isReading = false
  let writeCount = 0 // the number of changes that this page has made to what the store contains
  let lastReload: Promise<void> = Promise.resolve()
  let isReloadQueued = false
  let isStopped = false

  const isActive = () => !isStopped && deps.isSignedIn()
  const handleSent = (entry: OutboxEntry, response: unknown) => {
    if (entry.memberId === memberId && isActive()) state.settleSent(entry, response)
  }
  const channel = openOutboxChannel((message) => {
    if (message.type === 'sent') handleSent(message.entry, message.response)
    else if (message.memberId === memberId) void reload().then(flush)
  })
  const announceAndReload = (): Promise<void> => {
    channel.post({ type: 'changed', memberId })
    return reload()
  }
  const drain = createPageOutboxDrain({
    store,
    state,
    sendRequest(request, options) {
      const sendByHttp = () => deps.sendRequest(request, options)
      const kind = findOutboxKind(options.kind ?? '')
      return kind?.send ? kind.send(request, { ...options, sendByHttp }) : sendByHttp()
    },
    isActive,
    onSent(entry, response) {
      channel.post({ type: 'sent', entry: { ...entry, files: [] }, response })
      handleSent(entry, response)
    },
    onRefused: () => void announceAndReload(),
    onDrained: () => reload(),
    withLock: deps.withLock,
  })
  const { flush, flushLane, abortAttempt } = drain

  /** Reads the store, then brings what is shown in line with it. */
  const readStore = async () => {
    if (!isActive()) return
    const writesBefore = writeCount
    const storedBefore = state.beginRead()
    const entries = await store.list().catch(() => undefined)
    if (!isActive()) return
    if (!entries) {
      state.setCannotStore() // the browser cannot read them now: what is shown stays
      return
    }
    const { isPersistent } = deps.storage
    deps.onHasStored(isPersistent && entries.length > 0)
    const storedIds = new Set(entries.map(({ id }) => id))
    const missing = storedBefore.filter(({ id }) => !storedIds.has(id))
    const sentResponses = missing.length > 0 ? await store.findSentResponses(missing).catch(() => undefined) : new Map()
    if (!sentResponses || !isActive() || writeCount !== writesBefore) return // after a write, what was read is old, and a reload follows
    for (const entry of state.showStored(entries, sentResponses, isPersistent)) abortAttempt(entry)
    dropRefused(state.getEntries())
  }
  /** Queues at most one more reload while one runs. */
  function reload(): Promise<void> {
    if (isReloadQueued) return lastReload
    isReloadQueued = true
    lastReload = lastReload
      .catch(() => undefined)
      .then(() => {
        isReloadQueued = false
        isReading = true
        readCount += 1
        return readStore()
      })
      .finally(() => {
        isReading = false
      })
    return lastReload
  }
  /** Call it after each change that this page has made to the store. A list that is being read is old then. */
  const reloadAfterWrite = (): Promise<void> => {
    writeCount += 1
    return announceAndReload()
  }

  /** Instead of a reload, if nothing else has changed: the page shows what it has added, and its number of entries is right. */
  const announceAddition = () => {
    writeCount += 1
    channel.post({ type: 'changed', memberId })
    if (isActive()) deps.onHasStored(true)
  }

  /** Stores an action that is shown already. Returns its entry; undefined if it has undone a waiting one. */
  const storeAction = async (action: OutboxAction, pending: PendingAddition): Promise<OutboxEntry | undefined> => {
    const readsBefore = isReading ? undefined : readCount
    const addition = await store.add(action).catch(async (error: unknown) => {
      state.endAddition(pending)
      await reload() // shows what is stored
      throw error
    })
    if (isActive()) state.showAddition(pending, addition)
    else state.endAddition(pending)
    const { entry, count } = addition
    const isReadSince = readCount !== readsBefore || isReloadQueued
    const isAllShown = entry && deps.storage.isPersistent && !isReadSince && state.listStored().length === count
    if (isAllShown) announceAddition()
    else await reloadAfterWrite()
    if (entry) flushLane(entry.lane)
    return entry
  }
  const settleRemoved = async (discarded: readonly OutboxEntry[]) => {
    for (const entry of discarded) abortAttempt(entry)
    state.settleDiscarded(discarded)
    if (discarded.length > 0) await reloadAfterWrite()
  }
  /** Discards an entry and those that depend on it. Returns the discarded ones. */
  const discardStored = async (id: string): Promise<OutboxEntry[]> => {
    const discarded = await store.discard(id)
    await settleRemoved(discarded)
    return discarded
  }
  /** Discards refused entries whose kind has `onRefusal: 'drop'`. Only the tab that deletes the entry tells the member. */
  const dropRefused = (entries: readonly OutboxEntry[]) => {
    for (const entry of entries) {
      const kind = findOutboxKind(entry.kind)
      if (!entry.refusal || kind?.onRefusal !== 'drop') continue
      const reason = kind.describeRefusal?.(entry.refusal, entry.data) ?? entry.refusal.message
      void discardStored(entry.id).then(
        (discarded) => {
          if (discarded.some(({ id }) => id === entry.id)) deps.onDropped(entry, reason)
        },
        () => undefined, // the next reload tries again
      )
    }
  }
  const unsubscribeFromKinds = onOutboxKindRegistered((name) => {
    state.showKind(name)
    dropRefused(state.getEntries().filter(({ kind }) => kind === name))
  })

  void reload().then(flush)
  return {
    memberId,
    /** Shows an action at once, stores it and sends it. `id` is a UUID. */
    add<Data>(kind: OutboxKind<Data>, data: Data, id: string): AddedAction<Data> {
      const action = planOutboxAction({ kind, data, id, memberId, now: new Date() })
      const entries = state.getEntries()
      const earlier = action.replaceKey ? entries.find(({ replaceKey }) => replaceKey === action.replaceKey) : undefined
      const planned = action.planEntry(earlier)
      const entry = planned === 'undone' ? undefined : toWaitingEntry(planned, earlier, entries.at(-1)?.order ?? 0)
      const pending = { entry, replacedId: earlier?.id }
      const outcome = state.beginAddition(pending)
      const stored = storeAction(action, pending) as Promise<OutboxEntry<Data> | undefined>
      return { stored, outcome }
    },
    /** Sends a refused entry again. */
    async retry(id: string): Promise<void> {
      await store.retry(id, Date.now()).catch(() => undefined) // it stays as it is
      await reloadAfterWrite()
      flush()
    },
    /** Replaces the data with which an entry is shown, for all tabs; what it sends stays. */
    async changeData(id: string, toData: (data: unknown) => unknown): Promise<void> {
      await store.changeData(id, toData).catch(() => undefined)
      await reloadAfterWrite()
    },
    /** Discards an entry and those that depend on it, and stops its upload. @throws if the store fails */
    async discard(id: string): Promise<void> {
      const discarded = await discardStored(id)
      if (discarded.length === 0) await reload() // another tab or the worker has sent or discarded it
    },
    /**
     * Takes an entry back, with those that depend on it, before the server can have it. Returns it; undefined if it is too late, or if
     * another tab has removed it.
     */
    async takeBack(id: string): Promise<OutboxEntry | undefined> {
      const removed = await store.takeBack(id)
      await settleRemoved(removed)
      if (removed.length === 0) await reload()
      return removed.find((entry) => entry.id === id)
    },
    flush,
    /** Stops sending, because the member signs out. */
    stop(): void {
      isStopped = true
      drain.stop()
      state.stop()
      unsubscribeFromKinds()
      channel.close()
    },
  }
}
