import { beforeEach, describe, expect, it } from '@jest/globals'
import { planOutboxAction } from '../store/outbox-action.ts'
import { createNoteKind, type NoteData } from '../testing/test-kinds.ts'
import { createFallbackOutboxStorage } from './fallback-outbox-storage.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import { createMemoryOutboxStorage } from './outbox-storage.ts'
import { createOutboxStore, type OutboxStore } from './outbox-store.ts'

const note = createNoteKind()
let browser: ReturnType<typeof createBrowserStorage>
let storage: OutboxStorage
let store: OutboxStore

/** Creates the storage of a browser, which may be forbidden, or have no space for new values. */
function createBrowserStorage() {
  const inner = createMemoryOutboxStorage()
  const failWhen = (isFailing: boolean) => {
    if (isFailing) throw new DOMException('Refused', 'QuotaExceededError')
  }
  const created = {
    isForbidden: false,
    isFull: false,
    isPersistent: true,
    async transact<T>(work: Parameters<OutboxStorage['transact']>[0]): Promise<T> {
      failWhen(created.isForbidden)
      return (await inner.transact((transaction) =>
        work({
          ...transaction,
          async put(entry) {
            failWhen(created.isFull)
            await transaction.put(entry)
          },
          async putSent(sent) {
            failWhen(created.isFull)
            await transaction.putSent(sent)
          },
        }),
      )) as T
    },
    listIds: async () => (await inner.transact(({ list }) => list('ann'))).map(({ id }) => id),
  }
  return created
}
const add = (id: string, fields: Partial<NoteData> = {}) => {
  const data = { subject: 'garden', text: id, ...fields }
  return store.add(planOutboxAction({ kind: note, data, id, memberId: 'ann', now: new Date() }))
}
const listIds = async () => (await store.list()).map(({ id }) => id)

beforeEach(() => {
  browser = createBrowserStorage()
  storage = createFallbackOutboxStorage(browser as OutboxStorage)
  store = createOutboxStore(storage, 'ann')
})

describe('a storage with a fallback', () => {
  it('keeps nothing in memory while the browser stores', async () => {
    await add('a')
    expect([await browser.listIds(), await listIds(), storage.isPersistent]).toEqual([['a'], ['a'], true])
  })

  it('keeps entries in memory if the browser forbids storage, and says so', async () => {
    browser.isForbidden = true
    await add('a')
    expect([await listIds(), storage.isPersistent]).toEqual([['a'], false])
  })

  it('keeps new entries in memory while the browser is full, in one order with the stored ones', async () => {
    await add('a')
    browser.isFull = true
    await add('b')
    browser.isFull = false
    await add('c')
    expect([await browser.listIds(), await listIds()]).toEqual([
      ['a', 'c'],
      ['a', 'b', 'c'],
    ])
    const sentIds: (string | undefined)[] = []
    const startNext = async () => (await store.startAttempt('notes garden', Date.now())).entry
    for (let entry = await startNext(); entry; entry = await startNext()) {
      sentIds.push(entry.id)
      await store.complete(entry.id, {}, Date.now())
    }
    expect(sentIds).toEqual(['a', 'b', 'c'])
  })

  it('replaces a stored entry by one in memory, and gives its response to the stored ones that depend on it', async () => {
    await add('a', { replaceKey: 'title' })
    await store.startAttempt('notes garden', Date.now())
    browser.isFull = true
    await add('b', { replaceKey: 'title' })
    browser.isFull = false
    await add('c', { parentId: 'b' })
    expect([await browser.listIds(), await listIds()]).toEqual([['c'], ['b', 'c']])
    await store.complete('b', { message: { _id: 'm1' } }, Date.now())
    expect(await store.list()).toMatchObject([{ id: 'c', dependsOn: [], requests: [{ body: { replyTo: 'm1' } }] }])
  })

  it('removes a sent entry although the browser is full, so that it is not sent again', async () => {
    await add('a')
    browser.isFull = true
    await store.complete('a', {}, Date.now())
    expect(await listIds()).toEqual([])
  })

  it('fails if the browser cannot open what it has stored before', async () => {
    await add('a')
    browser.isForbidden = true
    await expect(store.list()).rejects.toThrow('Refused')
    await expect(store.discard('a')).rejects.toThrow('Refused')
    browser.isForbidden = false
    expect(await listIds()).toEqual(['a'])
  })
})
