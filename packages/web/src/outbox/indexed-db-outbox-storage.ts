import type { IDBPTransaction } from 'idb'
import { type MemberDatabase, type MemberDatabaseSchema, openMemberDatabase } from '../page/member-database.ts'
import type { OutboxStorage, OutboxTransaction } from './outbox-storage.ts'

type WriteTransaction = IDBPTransaction<MemberDatabaseSchema, ['outbox', 'sentOutboxEntries'], 'readwrite'>

/** Creates the storage in the member's database. */
export function createIndexedDbOutboxStorage(open: () => Promise<MemberDatabase> = openMemberDatabase): OutboxStorage {
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
async function startTransaction(open: () => Promise<MemberDatabase>): Promise<WriteTransaction> {
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
