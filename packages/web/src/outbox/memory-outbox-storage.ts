import type { OutboxEntry, SentOutboxEntry } from './outbox-entry.ts'
import { compareOrder, type OutboxStorage, type OutboxTransaction } from './outbox-storage.ts'

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
    put: async (entry) => void entries.set(entry.id, entry),
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
