import {
  compareOrder,
  createMemoryOutboxStorage,
  type OutboxStorage,
  type OutboxTransaction,
} from './outbox-storage.ts'

/**
 * Creates the storage of a page. New entries that the browser refuses to store in `shared`, because it forbids storage or is full,
 * stay in memory until the page closes. A transaction reads and writes both as one.
 */
export function createFallbackOutboxStorage(shared: OutboxStorage): OutboxStorage {
  const memory = createMemoryOutboxStorage()
  let isPersistent = true // until the browser refuses to open `shared`
  let wasOpened = false

  return {
    get isPersistent() {
      return isPersistent
    },
    async transact(work) {
      let isOpen = false
      const transactBoth = (keepsNewInMemory: boolean) =>
        memory.transact((kept) =>
          shared.transact((stored) => {
            isOpen = true
            return work(joinTransactions(stored, kept, keepsNewInMemory))
          }),
        )
      try {
        return await transactBoth(false)
      } catch (error) {
        if (isOpen) return transactBoth(true) // it is full
        return memory.transact(async (kept) => {
          const result = await work(kept)
          if (wasOpened && memory.isEmpty()) throw error // what it stores exists, but cannot be reached now
          return result
        })
      } finally {
        isPersistent = isOpen
        wasOpened ||= isOpen
      }
    },
  }
}

/** Joins the transactions of both storages. An entry stays where it is; a new one goes to `stored`, or to `kept` on request. */
function joinTransactions(
  stored: OutboxTransaction,
  kept: OutboxTransaction,
  keepsNewInMemory: boolean,
): OutboxTransaction {
  return {
    get: async (id) => (await stored.get(id)) ?? kept.get(id),
    async put(entry) {
      const isKept = (await kept.get(entry.id)) !== undefined
      const isNew = keepsNewInMemory && (await stored.get(entry.id)) === undefined
      await (isKept || isNew ? kept : stored).put(entry)
    },
    async remove(id) {
      await stored.remove(id)
      await kept.remove(id)
    },
    list: async (memberId) => [...(await stored.list(memberId)), ...(await kept.list(memberId))].sort(compareOrder),
    count: async (memberId) => (await stored.count(memberId)) + (await kept.count(memberId)),
    async findNextInLane(...position) {
      const found = [await stored.findNextInLane(...position), await kept.findNextInLane(...position)]
      return found.filter((entry) => entry !== undefined).sort(compareOrder)[0]
    },
    findByReplaceKey: async (...key) => (await stored.findByReplaceKey(...key)) ?? kept.findByReplaceKey(...key),
    listDependents: async (id) => [...(await stored.listDependents(id)), ...(await kept.listDependents(id))],
    getLastOrder: async (memberId) => Math.max(await stored.getLastOrder(memberId), await kept.getLastOrder(memberId)),
    getSent: async (id) => (await stored.getSent(id)) ?? kept.getSent(id),
    putSent: (sent) => (keepsNewInMemory ? kept : stored).putSent(sent),
    async removeSentBefore(timeMs) {
      await stored.removeSentBefore(timeMs)
      await kept.removeSentBefore(timeMs)
    },
  }
}
