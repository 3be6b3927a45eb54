import type { OutboxEntry, SentOutboxEntry } from './outbox-entry.ts'

/** Reads and writes within one transaction. A function that awaits anything else ends the transaction. */
export type OutboxTransaction = {
  get: (id: string) => Promise<OutboxEntry | undefined>
  put: (entry: OutboxEntry) => Promise<void>
  remove: (id: string) => Promise<void>
  /** Returns the entries of a member, oldest first. */
  list: (memberId: string) => Promise<OutboxEntry[]>
  count: (memberId: string) => Promise<number>
  /** Returns the oldest entry of a lane with a higher order. */
  findNextInLane: (memberId: string, lane: string, order: number) => Promise<OutboxEntry | undefined>
  findByReplaceKey: (memberId: string, replaceKey: string) => Promise<OutboxEntry | undefined>
  /** Returns the entries that depend on another one. */
  listDependents: (id: string) => Promise<OutboxEntry[]>
  /** Returns the highest order of a member's entries; 0 if there is none. */
  getLastOrder: (memberId: string) => Promise<number>
  getSent: (id: string) => Promise<SentOutboxEntry | undefined>
  putSent: (sent: SentOutboxEntry) => Promise<void>
  removeSentBefore: (timeMs: number) => Promise<void>
}

/** Stores the outbox: in IndexedDB for all tabs and the service worker, or in the memory of this page. */
export type OutboxStorage = {
  /** False if entries are lost when the page closes. */
  readonly isPersistent: boolean
  /** Runs `work` in a transaction: all of its writes or none. @throws if the browser refuses it, for example when it is full */
  transact: <T>(work: (transaction: OutboxTransaction) => Promise<T>) => Promise<T>
}

export const compareOrder = (one: OutboxEntry, other: OutboxEntry): number => one.order - other.order

/** Creates a storage in memory, which lasts until the page closes. `isEmpty` returns true while it has no entries. */
export function createMemoryOutboxStorage(): OutboxStorage & { isEmpty: () => boolean } {
  let entries = new Map<string, OutboxEntry>()
  let sent = new Map<string, SentOutboxEntry>()
  let last: Promise<unknown> = Promise.resolve()

  const runTransaction = async <T>(work: (transaction: OutboxTransaction) => Promise<T>): Promise<T> => {
    const before = { entries: new Map(entries), sent: new Map(sent) }
    try {
      return await work(createTransaction(entries, sent))
    } catch (error) {
      entries = before.entries
      sent = before.sent
      throw error
    }
  }
  return {
    isPersistent: false,
    isEmpty: () => entries.size === 0,
    transact(work) {
      const result = last.then(() => runTransaction(work)) // one transaction after the other
      last = result.catch(() => undefined)
      return result
    },
  }
}

function createTransaction(entries: Map<string, OutboxEntry>, sent: Map<string, SentOutboxEntry>): OutboxTransaction {
  const listMatching = (matches: (entry: OutboxEntry) => boolean) =>
    [...entries.values()].filter(matches).sort(compareOrder)
  return {
    get: async (id) => entries.get(id),
    put: async ({ notBeforeMs: _, ...entry }) => void entries.set(entry.id, entry), // while it is held, it could be lost with the page
    remove: async (id) => void entries.delete(id),
    list: async (memberId) => listMatching((entry) => entry.memberId === memberId),
    count: async (memberId) => listMatching((entry) => entry.memberId === memberId).length,
    findNextInLane: async (memberId, lane, order) =>
      listMatching((entry) => entry.memberId === memberId && entry.lane === lane && entry.order > order)[0],
    findByReplaceKey: async (memberId, replaceKey) =>
      listMatching((entry) => entry.memberId === memberId && entry.replaceKey === replaceKey)[0],
    listDependents: async (id) => listMatching((entry) => entry.dependsOn.includes(id)),
    getLastOrder: async (memberId) => listMatching((entry) => entry.memberId === memberId).at(-1)?.order ?? 0,
    getSent: async (id) => sent.get(id),
    putSent: async (one) => void sent.set(one.id, one),
    removeSentBefore: async (timeMs) => {
      for (const { id, sentAtMs } of sent.values()) if (sentAtMs < timeMs) sent.delete(id)
    },
  }
}
