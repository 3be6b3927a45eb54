import { type OutboxAction, toWaitingEntry } from './outbox-action.ts'
import {
  refuseWithDependents,
  removeWithDependents,
  replaceEntry,
  resolveDependencies,
  resolveOrRefuse,
  retryWithDependents,
} from './outbox-dependencies.ts'
import { canTakeBack, getHeldMs, type OutboxEntry, type OutboxRefusal } from './outbox-entry.ts'
import type { OutboxStorage, OutboxTransaction } from './outbox-storage.ts'

/** An entry that is older is not sent without asking: the server forgets client keys after 35 days. */
export const MAX_ENTRY_AGE_MS = 30 * 24 * 60 * 60_000

const EXPIRY_REFUSAL: OutboxRefusal = { status: 0, code: 'expired', message: 'This waited for more than 30 days.' }

/** `entry` is undefined if the action has undone a waiting entry. `count` is the number of entries after it. */
export type StoredAction = { entry: OutboxEntry | undefined; replaced: OutboxEntry | undefined; count: number }

/** The next entry of a lane; or the time in ms for which it is still held; or nothing, if there is none or it must wait for others. */
export type NextAttempt = { entry?: OutboxEntry; heldMs?: number }

/** The outbox of one member in one storage. Each function is one transaction. */
export type OutboxStore = ReturnType<typeof createOutboxStore>

/** Creates the outbox of a member in a storage. */
export function createOutboxStore({ transact }: OutboxStorage, memberId: string) {
  const change = (id: string, work: (entry: OutboxEntry, transaction: OutboxTransaction) => Promise<void>) =>
    transact(async (transaction) => {
      const entry = await transaction.get(id)
      if (entry) await work(entry, transaction)
    })
  return {
    /** Returns all entries, oldest first. */
    list: (): Promise<OutboxEntry[]> => transact((transaction) => transaction.list(memberId)),
    get: (id: string): Promise<OutboxEntry | undefined> => transact((transaction) => transaction.get(id)),
    add: ({ replaceKey, planEntry }: OutboxAction): Promise<StoredAction> =>
      transact(async (transaction) => {
        const earlier = replaceKey ? await transaction.findByReplaceKey(memberId, replaceKey) : undefined
        const planned = planEntry(earlier)
        if (planned === 'undone') {
          if (earlier) await removeWithDependents(transaction, earlier)
          return { entry: undefined, replaced: earlier, count: await transaction.count(memberId) }
        }
        const waiting = toWaitingEntry(planned, earlier, await transaction.getLastOrder(memberId))
        const entry = await resolveDependencies(transaction, waiting)
        if (earlier && earlier.id !== entry.id) await replaceEntry(transaction, earlier.id, entry.id)
        await transaction.put(entry)
        const stored = entry.notBeforeMs === undefined ? entry : await transaction.get(entry.id) // memory holds nothing
        return { entry: stored, replaced: earlier, count: await transaction.count(memberId) }
      }),
    /** Returns the next entry of a lane to send, and counts the attempt. */
    startAttempt: (lane: string, nowMs: number): Promise<NextAttempt> =>
      transact(async (transaction) => {
        const findNext = (order: number) => transaction.findNextInLane(memberId, lane, order)
        for (let stored = await findNext(0); stored; stored = await findNext(stored.order)) {
          if (stored.refusal) continue
          const entry = stored.dependsOn.length > 0 ? await resolveDependencies(transaction, stored) : stored
          if (entry.refusal) await refuseWithDependents(transaction, entry, entry.refusal)
          else if (entry.dependsOn.length > 0) return {}
          else {
            const heldMs = getHeldMs(entry, nowMs)
            if (heldMs > 0) return { heldMs }
            const started = { ...entry, attempts: entry.attempts + 1 }
            await transaction.put(started)
            return { entry: started }
          }
        }
        return {}
      }),
    /** Stores the response of one request, so that it is not repeated. */
    saveResponse: (id: string, response: unknown): Promise<void> =>
      change(id, (entry, { put }) => put({ ...entry, responses: [...entry.responses, response] })),
    /** Removes a sent entry, and gives its response to the entries that depend on it. Returns their lanes. */
    complete: (id: string, response: unknown, nowMs: number): Promise<string[]> =>
      transact(async (transaction) => {
        await transaction.remove(id)
        await transaction.putSent({ id, memberId, sentAtMs: nowMs, response })
        const dependents = await transaction.listDependents(id)
        for (const dependent of dependents) await resolveOrRefuse(transaction, dependent, id, response)
        return dependents.map(({ lane }) => lane)
      }),
    /** Keeps an entry that is not sent, with the reason; also those that depend on it. */
    refuse: (id: string, refusal: OutboxRefusal): Promise<void> =>
      change(id, (entry, transaction) => refuseWithDependents(transaction, entry, refusal)),
    /** Sends a refused entry again, with those that it depends on and those that depend on it. */
    retry: (id: string, nowMs: number): Promise<void> =>
      change(id, (entry, transaction) => retryWithDependents(transaction, entry, nowMs)),
    /** Replaces the data with which an entry is shown; what it sends stays. */
    changeData: (id: string, toData: (data: unknown) => unknown): Promise<void> =>
      change(id, (entry, { put }) => put({ ...entry, data: toData(entry.data) })),
    /** Removes an entry and those that depend on it. Returns the removed ones. */
    discard: (id: string): Promise<OutboxEntry[]> =>
      transact(async (transaction) => {
        const entry = await transaction.get(id)
        return entry ? removeWithDependents(transaction, entry) : []
      }),
    /**
     * Removes an entry that the server cannot have, and those that depend on it. Returns the removed ones; none if it was sent, or if
     * an attempt has reached its last request.
     */
    takeBack: (id: string): Promise<OutboxEntry[]> =>
      transact(async (transaction) => {
        const entry = await transaction.get(id)
        return entry && canTakeBack(entry) ? removeWithDependents(transaction, entry) : []
      }),
    /** Returns the last responses to those of these entries that were sent within the last 30 days, by entry id. */
    findSentResponses: (entries: readonly OutboxEntry[]): Promise<Map<string, { response: unknown }>> =>
      transact(async (transaction) => {
        const responses = new Map<string, { response: unknown }>()
        for (const { id } of entries) {
          const sent = await transaction.getSent(id)
          if (sent) responses.set(id, sent)
        }
        return responses
      }),
    /** Refuses entries that are too old. */
    expire: (nowMs: number): Promise<void> =>
      transact(async (transaction) => {
        await transaction.removeSentBefore(nowMs - MAX_ENTRY_AGE_MS)
        for (const entry of await transaction.list(memberId)) {
          const isOld = nowMs - entry.queuedAtMs > MAX_ENTRY_AGE_MS
          if (isOld && entry.refusal === null) await refuseWithDependents(transaction, entry, EXPIRY_REFUSAL)
        }
      }),
  }
}
