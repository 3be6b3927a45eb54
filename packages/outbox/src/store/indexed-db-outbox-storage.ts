import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { OutboxEntry, SentOutboxEntry } from './outbox-entry.ts'
import type { OutboxStorage, OutboxTransaction } from './outbox-storage.ts'

/** The object stores of the outbox in the database of a member. */
export type OutboxDatabaseSchema = DBSchema & {
  outbox: {
    key: string
    value: OutboxEntry
    indexes: {
      byMember: [memberId: string, order: number]
      byLane: [memberId: string, lane: string, order: number]
      byReplaceKey: [memberId: string, replaceKey: string]
      byDependency: string
    }
  }
  sentOutboxEntries: { key: string; value: SentOutboxEntry; indexes: { bySentAt: number } }
}
export type OutboxDatabase = IDBPDatabase<OutboxDatabaseSchema>

type WriteTransaction = IDBPTransaction<OutboxDatabaseSchema, ['outbox', 'sentOutboxEntries'], 'readwrite'>

/** Creates the object stores of the outbox, in an upgrade of the database. */
export function createOutboxObjectStores(database: OutboxDatabase): void {
  const outbox = database.createObjectStore('outbox', { keyPath: 'id' })
  outbox.createIndex('byMember', ['memberId', 'order'])
  outbox.createIndex('byLane', ['memberId', 'lane', 'order'])
  outbox.createIndex('byReplaceKey', ['memberId', 'replaceKey'])
  outbox.createIndex('byDependency', 'dependsOn', { multiEntry: true })
  database.createObjectStore('sentOutboxEntries', { keyPath: 'id' }).createIndex('bySentAt', 'sentAtMs')
}

/** Creates the storage in a database. `open` opens it, or opens it again after it was deleted or upgraded. */
export function createIndexedDbOutboxStorage(open: () => Promise<OutboxDatabase>): OutboxStorage {
  return {
    isPersistent: true,
    async transact(work) {
      const transaction = await startTransaction(open)
      try {
        const result = await work(toOutboxTransaction(transaction))
        await transaction.done
        return result
      } catch (error) {
        transaction.done.catch(() => undefined)
        abort(transaction)
        throw error
      }
    },
  }
}

/** Opens the database once more if it was closed between opening and use, because it is deleted or upgraded. */
async function startTransaction(open: () => Promise<OutboxDatabase>): Promise<WriteTransaction> {
  const start = async () => (await open()).transaction(['outbox', 'sentOutboxEntries'], 'readwrite')
  try {
    return await start()
  } catch (error) {
    if ((error as Error).name !== 'InvalidStateError') throw error
    return start()
  }
}

function abort(transaction: WriteTransaction): void {
  try {
    transaction.abort()
  } catch {
    // it has ended already
  }
}

const toMemberRange = (memberId: string) => IDBKeyRange.bound([memberId], [memberId, []])

function toOutboxTransaction(transaction: WriteTransaction): OutboxTransaction {
  const outbox = transaction.objectStore('outbox')
  const sent = transaction.objectStore('sentOutboxEntries')
  return {
    get: (id) => outbox.get(id),
    put: async (entry) => void (await outbox.put(entry)),
    remove: (id) => outbox.delete(id),
    list: (memberId) => outbox.index('byMember').getAll(toMemberRange(memberId)),
    count: (memberId) => outbox.index('byMember').count(toMemberRange(memberId)),
    findNextInLane: (memberId, lane, order) =>
      outbox.index('byLane').get(IDBKeyRange.bound([memberId, lane, order], [memberId, lane, []], true)),
    findByReplaceKey: (memberId, replaceKey) => outbox.index('byReplaceKey').get([memberId, replaceKey]),
    listDependents: (id) => outbox.index('byDependency').getAll(id),
    async getLastOrder(memberId) {
      const cursor = await outbox.index('byMember').openKeyCursor(toMemberRange(memberId), 'prev')
      return cursor?.key[1] ?? 0
    },
    getSent: (id) => sent.get(id),
    putSent: async (one) => void (await sent.put(one)),
    async removeSentBefore(timeMs) {
      let cursor = await sent.index('bySentAt').openCursor(IDBKeyRange.upperBound(timeMs, true))
      while (cursor) {
        await cursor.delete()
        cursor = await cursor.continue()
      }
    },
  }
}
