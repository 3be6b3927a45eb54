import type { WithOutboxLock } from './drain-outbox.ts'
import { openOutboxChannel } from './outbox-channel.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { findOutboxKind, onOutboxKindRegistered } from './outbox-kind.ts'
import { createPageOutboxDrain } from './page-outbox-drain.ts'
import { createPageOutboxState, type PageOutboxStateDeps } from './page-outbox-state.ts'
import { createPageOutboxStores, type PageOutboxStorages } from './page-outbox-stores.ts'
import { toUnstoredEntry } from './pending-addition.ts'
import { findReplacedEntry, planOutboxAction } from './plan-outbox-addition.ts'
import type { SendOutboxRequest } from './send-outbox-entry.ts'

export type PageOutboxDeps = PageOutboxStateDeps & {
  memberId: string
  storages: PageOutboxStorages
  /** Sends a request by HTTP. */
  sendRequest: SendOutboxRequest
  /** Returns false as soon as another member is signed in, or none. */
  isSignedIn: () => boolean
  /** Called with true if a later visit will find entries. */
  onHasStored: (hasStored: boolean) => void
  /** Called when a refused entry is dropped, with the reason in words. */
  onDropped: (entry: OutboxEntry, reason: string) => void
  withLock?: WithOutboxLock
}

/** The outbox of the signed-in member on one page: shows what waits, and sends it. */
export type PageOutbox = ReturnType<typeof createPageOutbox>

/** Creates the outbox of a page. It starts to read and send at once, and must be stopped. */
export function createPageOutbox(deps: PageOutboxDeps) {
  const { memberId } = deps
  const stores = createPageOutboxStores(deps.storages, memberId)
  const state = createPageOutboxState(deps)
  let readCount = 0 // the number of times that this page has begun to read the stores
  let isReading = false
  let writeCount = 0 // the number of changes that this page has made to what the stores contain
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
    stores: stores.all,
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

  /** Reads the stores, then brings what is shown in line with them. */
  const readStores = async () => {
    if (!isActive()) return
    const writesBefore = writeCount
    const storedBefore = state.beginRead()
    const { entries, sharedCount } = await stores.list()
    if (!isActive()) return
    state.setCanStore(sharedCount !== undefined)
    deps.onHasStored((sharedCount ?? 0) > 0)
    const storedIds = new Set(entries.map(({ id }) => id))
    const sentResponses = await stores.findSentResponses(storedBefore.filter(({ id }) => !storedIds.has(id)))
    if (!isActive() || writeCount !== writesBefore) return // after a write, what was read is old, and a reload follows
    for (const entry of state.showStored(entries, sentResponses)) abortAttempt(entry)
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
        return readStores()
      })
      .finally(() => {
        isReading = false
      })
    return lastReload
  }
  /** Call it after each change that this page has made to the stores. A list that is being read is old then. */
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

  /** Discards an entry and those that depend on it. Returns the discarded ones. */
  const discardStored = async (id: string): Promise<OutboxEntry[]> => {
    const discarded = await stores.discard(id)
    for (const entry of discarded) abortAttempt(entry)
    state.settleDiscarded(discarded)
    if (discarded.length > 0) await reloadAfterWrite()
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
    /** Shows an action at once. Resolves when it is stored, with its entry; undefined if it has undone a waiting one. */
    async add<Data>(kind: OutboxKind<Data>, data: Data, id: string): Promise<OutboxEntry<Data> | undefined> {
      const planAddition = planOutboxAction({ kind, data, id, memberId, now: new Date() })
      const { replaceKey } = kind.plan(data, id)
      const replaced = findReplacedEntry(state.getEntries(), replaceKey)
      const planned = planAddition(replaced)
      const shown = planned === 'undone' ? undefined : toUnstoredEntry(planned, replaced, state.getEntries())
      const pending = { entry: shown, replacedId: replaced?.id }
      const readsBefore = isReading ? undefined : readCount
      state.beginAddition(pending)
      const addition = await stores.add(replaceKey, planAddition).catch(async (error: unknown) => {
        state.endAddition(pending)
        await reload() // shows what is stored
        throw error
      })
      state.endAddition(pending)
      const { entry: stored, replaced: replacedInStore, isShared } = addition
      const replacedIds = [shown?.id, replacedInStore?.id] // another tab may have changed the stored entries since planning
      if (isActive() && stored) state.showAddition(stored, replacedIds)
      else if (isActive()) state.replaceShownEntries(replacedIds, [])
      const isReadSince = readCount !== readsBefore || isReloadQueued
      const isAllShown = stored && isShared && !isReadSince && state.listStored().length === addition.count
      if (isAllShown) announceAddition()
      else await reloadAfterWrite()
      if (stored) flushLane(stored.lane)
      return stored as OutboxEntry<Data> | undefined
    },
    /** Sends a refused entry again. */
    async retry(id: string): Promise<void> {
      await stores.retry(id)
      await reloadAfterWrite()
      flush()
    },
    /** Replaces the data with which an entry is shown, for all tabs; what it sends stays. */
    async changeData(id: string, toData: (data: unknown) => unknown): Promise<void> {
      await stores.changeData(id, toData)
      await reloadAfterWrite()
    },
    /** Discards an entry and those that depend on it, and stops its upload. @throws if the stores fail */
    async discard(id: string): Promise<void> {
      const discarded = await discardStored(id)
      if (discarded.length === 0) await reload() // another tab or the worker has sent or discarded it
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
