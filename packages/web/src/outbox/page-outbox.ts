import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { canReachServer } from './can-reach-server.ts'
import type { OutboxListener } from './drain-lane.ts'
import { createOutboxDrain, type WithOutboxLock } from './drain-outbox.ts'
import { openOutboxChannel } from './outbox-channel.ts'
import { createOutboxDisplay } from './outbox-display.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { toOutboxRefusal } from './outbox-errors.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { findOutboxKind, onOutboxKindRegistered } from './outbox-kinds.ts'
import { listReferredEntries } from './outbox-references.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import { createOutboxStore, type OutboxAddition, type OutboxStore } from './outbox-store.ts'
import { applyPendingAdditions, compareOrder, type PendingAddition, toUnstoredEntry } from './pending-addition.ts'
import { findReplacedEntry, planOutboxAction } from './plan-outbox-addition.ts'
import { requestBackgroundSync } from './request-background-sync.ts'
import { createRetrySchedule } from './retry-schedule.ts'
import type { SendOutboxRequest } from './send-outbox-entry.ts'
import { restoreKnownEntries, type ShownOutboxEntry } from './shown-outbox-entry.ts'

/** State of the outbox for the components of a page. */
export type OutboxSnapshot = {
  /** All entries of the member, oldest first. */
  entries: readonly ShownOutboxEntry[]
  /** False if the browser cannot store entries: they are lost when the page closes. */
  canStore: boolean
}

export type PageOutboxDeps = {
  memberId: string
  cache: QueryClient
  /** The storage for all tabs, and the one of this page for what the first refuses. */
  storages: { shared: OutboxStorage; own: OutboxStorage }
  sendRequest: SendOutboxRequest
  /** Returns false as soon as another member is signed in, or none. */
  isSignedIn: () => boolean
  onChange: (snapshot: OutboxSnapshot) => void
  /** Called with the number of entries that a later visit will find. */
  onStoredCount: (count: number) => void
  /** Called with an entry that was sent, by this page or elsewhere, and the response. */
  onSent?: (entry: OutboxEntry, response: unknown) => void
  /** Called with an entry that the server has refused and that goes (`onRefusal: 'drop'`), and the reason in words. */
  onDropped: (entry: OutboxEntry, reason: string) => void
  withLock?: WithOutboxLock
}

/** The outbox of the signed-in member on one page: shows what waits, and sends it. */
export type PageOutbox = ReturnType<typeof createPageOutbox>

type SendState = Pick<ShownOutboxEntry, 'progress' | 'lastProblem'>

/** Creates the outbox of a page. It starts to read and send at once, and must be stopped. */
export function createPageOutbox(deps: PageOutboxDeps) {
  const { memberId, cache, isSignedIn, onChange, onDropped } = deps
  const own = createOutboxStore(deps.storages.own, memberId)
  const shared = createOutboxStore(deps.storages.shared, memberId)
  const stores: readonly OutboxStore[] = [shared, own]
  const pendingAdditions = new Set<PendingAddition>()
  const sendStates = new Map<string, SendState>()
  const attempts = new Map<string, AbortController>()
  const handledIds = new Set<string>() // sent or removed by this page, so that a reload does not handle them again
  let snapshot: OutboxSnapshot = { entries: [], canStore: true }
  let writeCount = 0 // the number of changes that this page has made to what the stores contain
  let lastReload: Promise<void> = Promise.resolve()
  let isReloadQueued = false
  let isStopped = false

  const isActive = () => !isStopped && isSignedIn()
  const display = createOutboxDisplay(cache, () => snapshot.entries.filter(({ refusal }) => refusal === null))
  const channel = openOutboxChannel((message) => {
    if (message.type === 'sent') handleSent(message.entry, message.response)
    else if (message.memberId === memberId) void reload().then(flush)
  })
  const retries = createRetrySchedule(() => flush())
  const unsubscribeFromKinds = onOutboxKindRegistered((name) => {
    display.show(snapshot.entries.filter(({ kind, refusal }) => kind === name && refusal === null))
    dropRefused(snapshot.entries.filter(({ kind }) => kind === name))
    setEntries(snapshot.entries) // components describe them with the kind now
  })
  const announceChange = () => channel.post({ type: 'changed', memberId })

  const publish = (change: Partial<OutboxSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    onChange(snapshot)
  }
  const toShown = (entry: ShownOutboxEntry): ShownOutboxEntry => {
    const state: SendState = (entry.refusal === null && sendStates.get(entry.id)) || {}
    if (entry.progress === state.progress && entry.lastProblem === state.lastProblem) return entry
    const { progress: _, lastProblem: __, ...stored } = entry
    return { ...stored, ...state }
  }
  const setEntries = (entries: readonly OutboxEntry[]) => publish({ entries: entries.map(toShown) })
  const setSendState = (id: string, state: SendState | undefined) => {
    if (state) sendStates.set(id, state)
    else sendStates.delete(id)
    setEntries(snapshot.entries)
  }
  const removeEntry = (id: string) => {
    handledIds.add(id)
    sendStates.delete(id)
    setEntries(snapshot.entries.filter((entry) => entry.id !== id))
  }
  /** Shows entries instead of others. */
  const exchangeEntries = (removed: readonly OutboxEntry[], added: readonly OutboxEntry[]) => {
    const ids = new Set([...removed, ...added].map(({ id }) => id))
    setEntries([...snapshot.entries.filter(({ id }) => !ids.has(id)), ...added].toSorted(compareOrder))
    for (const entry of removed) if (entry.refusal === null) display.hide(entry)
    display.show(added.filter(({ refusal }) => refusal === null))
  }

  const listStored = async () => {
    const sharedEntries = await shared.list().catch(() => undefined)
    publish({ canStore: sharedEntries !== undefined })
    deps.onStoredCount(sharedEntries?.length ?? 0)
    return [...(sharedEntries ?? []), ...(await own.list())]
  }

  /** Returns what other tabs or the worker were told about entries that they have sent. */
  const listSentResponses = async (entries: readonly OutboxEntry[]) => {
    const find = ({ id }: OutboxEntry) => shared.findSentResponse(id).catch(() => undefined)
    return new Map(await Promise.all(entries.map(async (entry) => [entry.id, await find(entry)] as const)))
  }

  /** Reads the stores, then brings what is shown in line with them in one step. */
  const readStores = async () => {
    if (!isActive()) return
    const writesBefore = writeCount
    const pendingIds = new Set([...pendingAdditions].map(({ entry }) => entry?.id))
    const storedBefore = snapshot.entries.filter(({ id }) => !pendingIds.has(id))
    const stored = await listStored()
    const storedIds = new Set(stored.map(({ id }) => id))
    const sentResponses = await listSentResponses(storedBefore.filter(({ id }) => !storedIds.has(id)))
    if (!isActive() || writeCount !== writesBefore) return // after a write, what was read is old, and a reload follows
    const before = snapshot.entries
    const next = applyPendingAdditions(stored, pendingAdditions).filter(({ id }) => !handledIds.has(id))
    setEntries(restoreKnownEntries(next, before))
    const nextIds = new Set(next.map(({ id }) => id))
    for (const entry of before) if (!nextIds.has(entry.id)) handleGone(entry, sentResponses.get(entry.id))
    for (const entry of before) if (isNewlyRefused(entry, snapshot.entries)) display.hide(entry)
    const known = new Set<OutboxEntry>(before)
    display.show(snapshot.entries.filter((entry) => entry.refusal === null && !known.has(entry)))
    dropRefused(snapshot.entries)
  }
  /** Calls during a reload lead to one more. */
  const reload = (): Promise<void> => {
    if (isReloadQueued) return lastReload
    isReloadQueued = true
    lastReload = lastReload
      .catch(() => undefined)
      .then(() => {
        isReloadQueued = false
        return readStores()
      })
    return lastReload
  }

  /** Call it after each change that this page has made to the stores. */
  const handleWrite = (): Promise<void> => {
    writeCount += 1
    announceChange()
    return reload()
  }

  /** An entry is gone that this page did not send: another tab or the worker has sent it, or it was cancelled. */
  const handleGone = (entry: OutboxEntry, sent: { response: unknown } | undefined) => {
    if (handledIds.has(entry.id)) return
    handledIds.add(entry.id)
    abortAttempt(entry)
    if (sent) {
      display.applyResponse(entry, sent.response)
      deps.onSent?.(entry, sent.response)
    } else if (entry.refusal === null) display.hide(entry)
  }
  /**
   * Stops the attempt of an entry that is gone, unless a later one may replace it: the server may get an aborted request after
   * the later one.
   */
  const abortAttempt = ({ id, replaceKey }: OutboxEntry) => {
    if (replaceKey === undefined) attempts.get(id)?.abort()
  }
  function handleSent(entry: OutboxEntry, response: unknown): void {
    if (entry.memberId !== memberId || !isActive()) return
    const known = snapshot.entries.find(({ id }) => id === entry.id)
    removeEntry(entry.id)
    display.applyResponse({ ...entry, files: known?.files ?? entry.files }, response)
    deps.onSent?.(entry, response)
  }
  /** Removes refused entries of kinds that say so. The tab that removes it from the store tells the member. */
  function dropRefused(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) {
      const kind = findOutboxKind(entry.kind)
      if (!entry.refusal || kind?.onRefusal !== 'drop') continue
      const reason = kind.describeRefusal(entry.refusal, entry.data)
      void removeFromStores(entry.id).then((removed) => {
        if (removed.some(({ id }) => id === entry.id)) onDropped(entry, reason)
      })
    }
  }
  const removeFromStores = async (id: string): Promise<OutboxEntry[]> => {
    const removed = (await Promise.all(stores.map((store) => store.discard(id).catch(() => [])))).flat()
    const removedIds = new Set(removed.map((entry) => entry.id))
    for (const entry of removed) {
      handledIds.add(entry.id)
      sendStates.delete(entry.id)
      abortAttempt(entry)
    }
    exchangeEntries(
      snapshot.entries.filter((entry) => removedIds.has(entry.id)),
      [],
    )
    if (removed.length > 0) await handleWrite()
    return removed
  }

  const listener: OutboxListener = {
    onStart({ id }) {
      const controller = new AbortController()
      if (!isActive()) controller.abort() // the session has ended while the entry was read
      attempts.set(id, controller)
      return controller.signal
    },
    onProgress: ({ id }, progress) => setSendState(id, { progress }),
    onSent(entry, response) {
      attempts.delete(entry.id)
      retries.reset()
      channel.post({ type: 'sent', entry: { ...entry, files: [] }, response })
      handleSent(entry, response)
    },
    onRefused({ id }) {
      attempts.delete(id)
      sendStates.delete(id)
      announceChange()
      void reload()
    },
    onPostponed({ id }, error) {
      attempts.delete(id)
      setSendState(id, error instanceof ApiError ? { lastProblem: toOutboxRefusal(error) } : undefined)
    },
  }
  const drains = stores.map((store) =>
    createOutboxDrain({
      store,
      sendRequest: deps.sendRequest,
      isActive,
      listener,
      ...(deps.withLock && { withLock: deps.withLock }),
    }),
  )
  const postpone = () => {
    if (!isActive()) return
    retries.postpone()
    void requestBackgroundSync()
  }
  const drainAll = async () => {
    if (!isActive() || !snapshot.entries.some(({ refusal }) => refusal === null)) return
    if (!(await canReachServer())) return postpone()
    const results = await Promise.all(drains.map((drain) => drain().catch(() => false)))
    await reload()
    if (results.includes(false)) postpone()
  }
  /** Sends what waits. */
  const flush = () => void drainAll()

  const addToStores = async (
    replaceKey: string | undefined,
    plan: Parameters<OutboxStore['add']>[1],
  ): Promise<OutboxAddition> => {
    const ownEntries = await own.list()
    const planned = plan(undefined)
    const isOwn =
      ownEntries.some((entry) => replaceKey !== undefined && entry.replaceKey === replaceKey) ||
      (planned !== 'undone' && ownEntries.some(({ id }) => listReferredEntries(planned.requests).includes(id)))
    if (isOwn) return own.add(replaceKey, plan)
    return shared.add(replaceKey, plan).catch(() => own.add(replaceKey, plan)) // the storage is forbidden or full
  }

  /** Shows an action at once. Resolves when it is stored, with its entry; undefined if it has undone a waiting one. */
  async function add<Data>(kind: OutboxKind<Data>, data: Data, id: string): Promise<OutboxEntry<Data> | undefined> {
    const plan = planOutboxAction({ kind, data, id, memberId, now: new Date() })
    const { replaceKey } = kind.toEntry(data, id)
    const replaced = findReplacedEntry(snapshot.entries, replaceKey)
    const planned = plan(replaced)
    const shown = planned === 'undone' ? undefined : toUnstoredEntry(planned, replaced, snapshot.entries)
    const pending: PendingAddition = { entry: shown, replacedId: replaced?.id }
    pendingAdditions.add(pending)
    exchangeEntries(toList(replaced), toList(shown))
    const { entry: stored, replaced: replacedInStore } = await addToStores(replaceKey, plan)
    pendingAdditions.delete(pending)
    if (stored?.id !== shown?.id && isActive()) {
      const wrong = [shown?.id, replacedInStore?.id] // other tabs have changed what the plan for this one saw
      exchangeEntries(
        snapshot.entries.filter((entry) => wrong.includes(entry.id)),
        toList(stored),
      )
    }
    await handleWrite()
    flush()
    return stored as OutboxEntry<Data> | undefined
  }

  void reload().then(flush)
  return {
    memberId,
    add,
    /** Sends a refused entry again. */
    async retry(id: string): Promise<void> {
      await Promise.all(stores.map((store) => store.retry(id, Date.now()).catch(() => undefined)))
      await handleWrite()
      flush()
    },
    /** Removes an entry and what depends on it, and stops its upload. */
    async discard(id: string): Promise<void> {
      const removed = await removeFromStores(id)
      if (removed.length === 0) await reload() // it is gone already
    },
    flush,
    /** Stops sending, because the member signs out. */
    stop(): void {
      isStopped = true
      retries.stop()
      display.stop()
      unsubscribeFromKinds()
      channel.close()
      for (const controller of attempts.values()) controller.abort()
    },
  }
}

const toList = <Item>(item: Item | undefined): Item[] => (item === undefined ? [] : [item])

const isNewlyRefused = (before: OutboxEntry, entries: readonly OutboxEntry[]) =>
  before.refusal === null && entries.some(({ id, refusal }) => id === before.id && refusal !== null)
