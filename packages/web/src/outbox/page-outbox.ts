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
import { findReplacedEntry, planOutboxAction } from './plan-outbox-addition.ts'
import { requestBackgroundSync } from './request-background-sync.ts'
import { createRetrySchedule } from './retry-schedule.ts'
import type { SendOutboxRequest } from './send-outbox-entry.ts'
import { restoreKnownFiles, type ShownOutboxEntry } from './shown-outbox-entry.ts'

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
  const unstored = new Map<string, OutboxEntry>() // shown, and still being written to the store
  const sendStates = new Map<string, SendState>()
  const attempts = new Map<string, AbortController>()
  const handledIds = new Set<string>() // sent or removed by this page, so that a reload does not handle them again
  let snapshot: OutboxSnapshot = { entries: [], canStore: true }
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
  const setEntries = (entries: readonly OutboxEntry[]) =>
    publish({
      entries: entries.map(({ progress: _, lastProblem: __, ...entry }: ShownOutboxEntry) => ({
        ...entry,
        ...(entry.refusal === null && sendStates.get(entry.id)),
      })),
    })
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

  const listStored = async () => {
    const sharedEntries = await shared.list().catch(() => undefined)
    publish({ canStore: sharedEntries !== undefined })
    deps.onStoredCount(sharedEntries?.length ?? 0)
    return [...(sharedEntries ?? []), ...(await own.list())]
  }

  /** Reads the stores, and brings what is shown in line with them. */
  const readStores = async () => {
    if (!isActive()) return
    const stored = await listStored()
    if (!isActive()) return
    const storedIds = new Set(stored.map(({ id }) => id))
    const added = [...unstored.values()].filter(({ id }) => !storedIds.has(id))
    const before = snapshot.entries
    const next = restoreKnownFiles([...stored, ...added], before).toSorted((one, other) => one.order - other.order)
    setEntries(next.filter(({ id }) => !handledIds.has(id)))
    for (const entry of before) if (!snapshot.entries.some(({ id }) => id === entry.id)) await handleGone(entry)
    for (const entry of before) if (isNewlyRefused(entry, snapshot.entries)) display.hide(entry)
    display.show(snapshot.entries.filter(({ refusal }) => refusal === null))
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

  /** An entry is gone that this page did not send: another tab or the worker has sent it, or it was cancelled. */
  const handleGone = async (entry: OutboxEntry) => {
    attempts.get(entry.id)?.abort()
    if (handledIds.has(entry.id)) return
    handledIds.add(entry.id)
    const sent = await shared.findSentResponse(entry.id).catch(() => undefined)
    if (sent) {
      display.applyResponse(entry, sent.response)
      deps.onSent?.(entry, sent.response)
    } else if (entry.refusal === null) display.hide(entry)
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
    for (const entry of removed) {
      const known = snapshot.entries.find((one) => one.id === entry.id)
      attempts.get(entry.id)?.abort()
      unstored.delete(entry.id)
      removeEntry(entry.id)
      if (known?.refusal === null) display.hide(known)
    }
    announceChange()
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
    const others = snapshot.entries.filter((entry) => entry !== replaced)
    if (planned === 'undone') setEntries(others)
    else {
      const order = Math.max(Date.now(), (snapshot.entries.at(-1)?.order ?? 0) + 1)
      const optimistic = {
        ...planned,
        order,
        responses: [],
        dependsOn: [],
        attempts: replaced?.attempts ?? 0,
        refusal: null,
      }
      unstored.set(optimistic.id, optimistic)
      setEntries([...others, optimistic])
    }
    if (replaced) display.hide(replaced)
    display.show(snapshot.entries.filter((entry) => planned !== 'undone' && entry.id === planned.id))
    const addition = await addToStores(replaceKey, plan)
    if (planned !== 'undone') unstored.delete(planned.id)
    if (replaced && replaced.id !== addition.entry?.id) handledIds.add(replaced.id)
    announceChange()
    await reload()
    flush()
    return addition.entry as OutboxEntry<Data> | undefined
  }

  void reload().then(flush)
  return {
    memberId,
    add,
    /** Sends a refused entry again. */
    async retry(id: string): Promise<void> {
      await Promise.all(stores.map((store) => store.retry(id, Date.now()).catch(() => undefined)))
      announceChange()
      await reload()
      flush()
    },
    /** Removes an entry and what depends on it, and stops its upload. */
    async discard(id: string): Promise<void> {
      await removeFromStores(id)
      await reload()
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

const isNewlyRefused = (before: OutboxEntry, entries: readonly OutboxEntry[]) =>
  before.refusal === null && entries.some(({ id, refusal }) => id === before.id && refusal !== null)
