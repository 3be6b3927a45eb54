import type { NewOutboxEntry } from './create-outbox-entry.ts'
import type { OutboxEntry, OutboxRefusal } from './outbox-entry.ts'
import { DEPENDENCY_REFUSAL, EXPIRY_REFUSAL, MAX_ENTRY_AGE_MS } from './outbox-errors.ts'
import { listReferredEntries, renameEntryReferences, resolveEntryReferences } from './outbox-references.ts'
import type { OutboxStorage, OutboxTransaction } from './outbox-storage.ts'

/**
 * Plans an addition. `earlier` is the waiting entry with the same replace key. Returns `undone` if both vanish. An entry with
 * the id of the earlier one takes its position. Pure.
 */
export type PlanOutboxAddition = (earlier: OutboxEntry | undefined) => NewOutboxEntry | 'undone'

/** `entry` is undefined if the addition undid a waiting entry. `count` is the number of entries after it. */
export type OutboxAddition = { entry: OutboxEntry | undefined; replaced: OutboxEntry | undefined; count: number }

/** The outbox of one member in one storage. Each function is one transaction. */
export type OutboxStore = {
  isPersistent: boolean
  /** Returns all entries, oldest first. */
  list: () => Promise<OutboxEntry[]>
  get: (id: string) => Promise<OutboxEntry | undefined>
  /** Returns true if it has an entry with the replace key, or with one of the ids. */
  contains: (replaceKey: string | undefined, ids: readonly string[]) => Promise<boolean>
  add: (replaceKey: string | undefined, plan: PlanOutboxAddition) => Promise<OutboxAddition>
  /** Returns the next entry of a lane to send, and counts the attempt. Undefined if there is none, or if it must wait. */
  startAttempt: (lane: string) => Promise<OutboxEntry | undefined>
  /** Stores the response of one request, so that it is not repeated. */
  saveResponse: (id: string, response: unknown) => Promise<void>
  /** Removes a sent entry, and gives its response to the entries that depend on it. Returns their lanes. */
  complete: (id: string, response: unknown, nowMs: number) => Promise<string[]>
  /** Keeps an entry that is not sent, with the reason; also those that depend on it. */
  refuse: (id: string, refusal: OutboxRefusal) => Promise<void>
  /** Sends a refused entry again, with those that it depends on and those that depend on it. */
  retry: (id: string, nowMs: number) => Promise<void>
  /** Replaces the data with which an entry is shown; what it sends stays. */
  changeData: (id: string, toData: (data: unknown) => unknown) => Promise<void>
  /** Removes an entry and those that depend on it. Returns the removed ones. */
  discard: (id: string) => Promise<OutboxEntry[]>
  /** Returns the last response to an entry that was sent within the last 30 days. */
  findSentResponse: (id: string) => Promise<{ response: unknown } | undefined>
  /** Refuses entries that are too old. */
  expire: (nowMs: number) => Promise<void>
}

/** Creates the outbox of a member in a storage. */
export function createOutboxStore(storage: OutboxStorage, memberId: string): OutboxStore {
  const { isPersistent, transact } = storage
  const change = (id: string, work: (entry: OutboxEntry, transaction: OutboxTransaction) => Promise<void>) =>
    transact(async (transaction) => {
      const entry = await transaction.get(id)
      if (entry) await work(entry, transaction)
    })
  return {
    isPersistent,
    list: () => transact((transaction) => transaction.list(memberId)),
    get: (id) => transact((transaction) => transaction.get(id)),
    contains: (replaceKey, ids) =>
      transact(async (transaction) => {
        if (replaceKey && (await transaction.findByReplaceKey(memberId, replaceKey))) return true
        for (const id of ids) if (await transaction.get(id)) return true
        return false
      }),
    add: (replaceKey, plan) =>
      transact(async (transaction) => {
        const earlier = replaceKey ? await transaction.findByReplaceKey(memberId, replaceKey) : undefined
        const planned = plan(earlier)
        if (planned === 'undone') {
          if (earlier) await removeWithDependents(transaction, earlier)
          return { entry: undefined, replaced: earlier, count: await transaction.count(memberId) }
        }
        const entry = await resolveDependencies(transaction, {
          ...planned,
          order: await chooseOrder(transaction, planned, earlier),
          responses: [],
          dependsOn: listReferredEntries(planned.requests),
          attempts: earlier?.attempts ?? 0, // the server may know the replaced one, so the new one must be sent
          refusal: null,
        })
        if (earlier && earlier.id !== entry.id) await replaceEntry(transaction, earlier.id, entry.id)
        await transaction.put(entry)
        return { entry, replaced: earlier, count: await transaction.count(memberId) }
      }),
    startAttempt: (lane) =>
      transact(async (transaction) => {
        const findNext = (order: number) => transaction.findNextInLane(memberId, lane, order)
        for (let stored = await findNext(0); stored; stored = await findNext(stored.order)) {
          if (stored.refusal) continue
          const entry = stored.dependsOn.length > 0 ? await resolveDependencies(transaction, stored) : stored
          if (entry.refusal) await refuseWithDependents(transaction, entry, entry.refusal)
          else if (entry.dependsOn.length > 0) return undefined
          else {
            const started = { ...entry, attempts: entry.attempts + 1 }
            await transaction.put(started)
            return started
          }
        }
        return undefined
      }),
    saveResponse: (id, response) =>
      change(id, (entry, { put }) => put({ ...entry, responses: [...entry.responses, response] })),
    complete: (id, response, nowMs) =>
      transact(async (transaction) => {
        await transaction.remove(id)
        await transaction.putSent({ id, memberId, sentAtMs: nowMs, response })
        const dependents = await transaction.listDependents(id)
        for (const dependent of dependents) await resolveOrRefuse(transaction, dependent, id, response)
        return dependents.map(({ lane }) => lane)
      }),
    refuse: (id, refusal) => change(id, (entry, transaction) => refuseWithDependents(transaction, entry, refusal)),
    retry: (id, nowMs) => change(id, (entry, transaction) => retryWithDependents(transaction, entry, nowMs)),
    changeData: (id, toData) => change(id, (entry, { put }) => put({ ...entry, data: toData(entry.data) })),
    discard: (id) =>
      transact(async (transaction) => {
        const entry = await transaction.get(id)
        return entry ? removeWithDependents(transaction, entry) : []
      }),
    findSentResponse: (id) => transact((transaction) => transaction.getSent(id)),
    expire: (nowMs) =>
      transact(async (transaction) => {
        await transaction.removeSentBefore(nowMs - MAX_ENTRY_AGE_MS)
        for (const entry of await transaction.list(memberId)) {
          const isOld = nowMs - entry.queuedAtMs > MAX_ENTRY_AGE_MS
          if (isOld && entry.refusal === null) await refuseWithDependents(transaction, entry, EXPIRY_REFUSAL)
        }
      }),
  }
}

/** Uses the time, but never goes back: the clock of the device may change. */
async function chooseOrder(
  transaction: OutboxTransaction,
  planned: NewOutboxEntry,
  earlier: OutboxEntry | undefined,
): Promise<number> {
  if (earlier?.id === planned.id) return earlier.order
  return Math.max(planned.queuedAtMs, (await transaction.getLastOrder(planned.memberId)) + 1)
}

/** Resolves references to entries that were sent meanwhile. An entry that depends on nothing that exists is refused. */
async function resolveDependencies(transaction: OutboxTransaction, entry: OutboxEntry): Promise<OutboxEntry> {
  let resolved = entry
  for (const id of entry.dependsOn) {
    const waiting = await transaction.get(id)
    const sent = waiting ? undefined : await transaction.getSent(id)
    if (waiting?.refusal || !(waiting || sent)) return { ...resolved, refusal: DEPENDENCY_REFUSAL }
    if (sent) resolved = resolveEntryReferences(resolved, id, sent.response)
  }
  return resolved
}

async function replaceEntry(transaction: OutboxTransaction, oldId: string, newId: string): Promise<void> {
  await transaction.remove(oldId)
  for (const dependent of await transaction.listDependents(oldId)) {
    await transaction.put(renameEntryReferences(dependent, oldId, newId))
  }
}

async function resolveOrRefuse(
  transaction: OutboxTransaction,
  dependent: OutboxEntry,
  sentId: string,
  response: unknown,
): Promise<void> {
  try {
    await transaction.put(resolveEntryReferences(dependent, sentId, response))
  } catch {
    await refuseWithDependents(transaction, dependent, DEPENDENCY_REFUSAL)
  }
}

async function refuseWithDependents(
  transaction: OutboxTransaction,
  entry: OutboxEntry,
  refusal: OutboxRefusal,
): Promise<void> {
  await transaction.put({ ...entry, refusal })
  for (const dependent of await transaction.listDependents(entry.id)) {
    if (dependent.refusal === null) await refuseWithDependents(transaction, dependent, DEPENDENCY_REFUSAL)
  }
}

async function retryWithDependents(transaction: OutboxTransaction, entry: OutboxEntry, nowMs: number): Promise<void> {
  if (entry.refusal === null) return
  await transaction.put({ ...entry, refusal: null, responses: [], queuedAtMs: nowMs })
  for (const id of entry.dependsOn) {
    const needed = await transaction.get(id)
    if (needed) await retryWithDependents(transaction, needed, nowMs)
  }
  for (const dependent of await transaction.listDependents(entry.id)) {
    const wasRefusedWithIt = dependent.refusal?.code === DEPENDENCY_REFUSAL.code
    if (wasRefusedWithIt) await retryWithDependents(transaction, dependent, nowMs)
  }
}

async function removeWithDependents(transaction: OutboxTransaction, entry: OutboxEntry): Promise<OutboxEntry[]> {
  await transaction.remove(entry.id)
  const removed = [entry]
  for (const dependent of await transaction.listDependents(entry.id)) {
    removed.push(...(await removeWithDependents(transaction, dependent)))
  }
  return removed
}
