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
