import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { type MemberDatabase, openMemberDatabase } from '../page/member-database.ts'
import { PERSISTED_DATA_VERSION } from './persisted-kinds.ts'
import type { PersistedQuery } from './persisted-query.ts'
import { createQueryStorage } from './query-storage.ts'

const aPost = (id: string, storedAtMs: number): PersistedQuery => ({
  key: `ann ${id}`,
  memberId: 'ann',
  kind: 'post',
  version: PERSISTED_DATA_VERSION,
  asOfMs: storedAtMs,
  storedAtMs,
  json: '{}',
})
const readKeys = async () => (await openMemberDatabase()).getAllKeys('queries')

/** Returns the database, whose writes fail `failures` times because the browser has no more space. */
async function openFullDatabase(failures: number): Promise<() => Promise<MemberDatabase>> {
  const database = await openMemberDatabase()
  let failed = 0
  const put = () => {
    failed += 1
    return Promise.reject(new DOMException('Full', 'QuotaExceededError'))
  }
  const full = new Proxy(database, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (name !== 'transaction' || failed >= failures) return typeof value === 'function' ? value.bind(target) : value
      return (stores: never, mode: never, options: unknown) =>
        options
          ? { store: { put }, done: Promise.resolve(), commit: () => undefined }
          : target.transaction(stores, mode)
    },
  })
  return () => Promise.resolve(full)
}

beforeEach(async () => (await openMemberDatabase()).clear('queries'))

describe('the storage of queries', () => {
  it('removes the older half when the browser has no more space, and tries once more', async () => {
    await createQueryStorage().write([aPost('p1', 1), aPost('p2', 2), aPost('p3', 3)])
    await createQueryStorage(await openFullDatabase(1)).write([aPost('p4', 4)])
    expect(await readKeys()).toEqual(['ann p3', 'ann p4'])
  })

  it('gives up quietly if there is still no space', async () => {
    await createQueryStorage().write([aPost('p1', 1), aPost('p2', 2)])
    await createQueryStorage(await openFullDatabase(2)).write([aPost('p3', 3)])
    expect(await readKeys()).toEqual(['ann p2'])
  })

  it('finds and stores nothing if the browser refuses IndexedDB', async () => {
    const storage = createQueryStorage(() => Promise.reject(new DOMException('Refused', 'SecurityError')))
    await storage.write([aPost('p1', 1)])
    await storage.removeExcess('ann', 1)
    expect(await storage.read('ann p1')).toBeUndefined()
    expect(await readKeys()).toEqual([])
  })
})
