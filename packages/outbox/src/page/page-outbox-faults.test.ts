import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { planOutboxAction } from '../store/outbox-action.ts'
import type { OutboxStorage } from '../store/outbox-storage.ts'
import { createMemoryOutboxStorage } from '../store/outbox-storage.ts'
import { createOutboxStore } from '../store/outbox-store.ts'
import { offlineError, rejectionError } from '../testing/fake-outbox-server.ts'
import type { TestOutbox } from '../testing/share-test-browser.ts'
import { createTestStorage, shareTestBrowser, TEST_DATABASE_NAME } from '../testing/share-test-browser.ts'
import { createNoteKind, notesKey, readNotes } from '../testing/test-kinds.ts'
import { registerOutboxKind } from './outbox-kind.ts'

const TWO_HOURS_MS = 2 * 60 * 60_000
/** Everything but `Date`. */
const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'nextTick',
  'queueMicrotask',
  'performance',
  'hrtime',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
] as const

const browser = shareTestBrowser()
const { open } = browser
const note = createNoteKind()
registerOutboxKind(note)

const add = (outbox: TestOutbox, text: string) => outbox.add(note, { subject: 'garden', text }, crypto.randomUUID())
const goOnline = () => {
  browser.server.isOnline = true
  dispatchEvent(new Event('online'))
}
const storeOf = (memberId: string) => createOutboxStore(createTestStorage(), memberId)

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

describe('the outbox of a page', () => {
  it('stores and sends the next action after the browser has wiped its storage', async () => {
    browser.server.isOnline = false
    const outbox = open()
    await add(outbox, 'wiped')
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(TEST_DATABASE_NAME).onsuccess = resolve
    })
    await add(outbox, 'next')
    expect(outbox.entries()).toMatchObject([{ data: { text: 'next' } }])
    expect(readNotes(outbox.cache, 'garden').map(({ text }) => text)).toEqual(['next'])
    expect(await storeOf('ann').list()).toHaveLength(1)
    goOnline()
    await waitFor(() => expect(browser.server.texts()).toEqual(['next']))
  })

  it.each([
    ['ahead', TWO_HOURS_MS],
    ['back', -TWO_HOURS_MS],
  ])('retries, and keeps the order, if the clock is set %s two hours meanwhile', async (_, changeMs) => {
    jest.useFakeTimers({ doNotFake: [...TIMERS] })
    browser.server.results = [offlineError]
    const outbox = open()
    await add(outbox, 'one')
    await waitFor(() => expect(browser.server.attempts).toBe(1))
    jest.setSystemTime(Date.now() + changeMs)
    await waitFor(() => expect(browser.server.texts()).toEqual(['one']))
    browser.server.isOnline = false
    await add(outbox, 'two')
    jest.setSystemTime(Date.now() - changeMs)
    await add(outbox, 'three')
    goOnline()
    await waitFor(() => expect(browser.server.texts()).toEqual(['one', 'two', 'three']))
  })

  it('waits for its member after the session has ended, and sends nothing for another one', async () => {
    browser.server.isOnline = false
    const outbox = open()
    for (const text of ['one', 'two', 'three']) await add(outbox, text)
    outbox.stop() // the session ends
    const ben = open({ memberId: 'ben' })
    goOnline()
    await add(ben, 'of Ben')
    await waitFor(() => expect(browser.server.texts()).toEqual(['of Ben']))
    expect([ben.entries(), await storeOf('ann').list()]).toMatchObject([[], { length: 3 }])
    ben.stop()
    open() // Ann signs in again
    await waitFor(() =>
      expect(browser.server.received.map(({ memberId }) => memberId)).toEqual(['ben', 'ann', 'ann', 'ann']),
    )
    expect(browser.server.texts()).toEqual(['of Ben', 'one', 'two', 'three'])
  })

  it('sends what another build has stored, of a kind that this one does not know', async () => {
    const kind = createNoteKind({ name: 'of-another-build' })
    const action = {
      kind,
      data: { subject: 'garden', text: 'one' },
      id: crypto.randomUUID(),
      memberId: 'ann',
      now: new Date(),
    }
    await storeOf('ann').add(planOutboxAction(action))
    const outbox = open()
    await waitFor(() => expect(browser.server.texts()).toEqual(['one']))
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(outbox.cache.getQueryData(notesKey('garden'))).toBeUndefined()
  })

  it('takes an action off the screen that no storage accepts, and shows it again when it is repeated', async () => {
    browser.server.isOnline = false
    const storage = createFailingStorage('put')
    const outbox = open({ storage })
    const id = crypto.randomUUID()
    const addNote = () => outbox.add(note, { subject: 'garden', text: 'one' }, id)
    storage.isFailing = true
    await expect(addNote()).rejects.toThrow('put fails')
    expect([outbox.entries(), readNotes(outbox.cache, 'garden')]).toEqual([[], []])
    storage.isFailing = false
    await addNote()
    expect(outbox.entries()).toMatchObject([{ id }])
  })

  it('says so if a discarded entry cannot be deleted, and keeps it', async () => {
    browser.server.isOnline = false
    const storage = createFailingStorage('remove')
    const outbox = open({ storage })
    const entry = await add(outbox, 'one')
    storage.isFailing = true
    await expect(outbox.discard(entry?.id as string)).rejects.toThrow('remove fails')
    expect(outbox.entries()).toHaveLength(1)
  })

  it('drops a refused entry later if it cannot be deleted now', async () => {
    const kind = createNoteKind({ name: 'like', onRefusal: 'drop' })
    registerOutboxKind(kind)
    const storage = createFailingStorage('remove')
    const outbox = open({ storage })
    browser.server.results = [rejectionError]
    storage.isFailing = true
    await outbox.add(kind, { subject: 'garden', text: 'one' }, crypto.randomUUID())
    await waitFor(() => expect(storage.failures).toBeGreaterThan(0))
    expect(outbox.entries()).toHaveLength(1)
    storage.isFailing = false
    await add(outbox, 'two')
    await waitFor(() => expect(outbox.dropped).toHaveLength(1))
  })

  it('reports nothing that it reads after the member has signed out', async () => {
    const inner = createMemoryOutboxStorage()
    const reading = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    const storage: OutboxStorage = {
      isPersistent: true,
      async transact(work) {
        await reading.promise
        return inner.transact(work).finally(read.resolve)
      },
    }
    const reports: unknown[] = []
    const outbox = open({
      storage,
      onChange: (snapshot) => reports.push(snapshot),
      onHasStored: (hasStored) => reports.push(hasStored),
    })
    await nextTask()
    outbox.stop()
    reading.resolve()
    await read.promise
    await nextTask()
    expect(reports).toEqual([])
  })

  it('shows and sends the other entries if a kind cannot show what another build has stored', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const show: NonNullable<typeof note.show> = () => {
      throw new TypeError('Unknown data')
    }
    const kind = createNoteKind({ name: 'changed-by-another-build', show })
    registerOutboxKind(kind)
    const now = new Date()
    const action = { data: { subject: 'garden', text: 'one' }, memberId: 'ann', now }
    await storeOf('ann').add(planOutboxAction({ ...action, kind, id: crypto.randomUUID() }))
    await storeOf('ann').add(planOutboxAction({ ...action, kind: note, id: crypto.randomUUID() }))
    browser.server.isOnline = false
    const outbox = open()
    await waitFor(() => expect(browser.server.attempts).toBeGreaterThan(0))
    expect(readNotes(outbox.cache, 'garden')).toHaveLength(1)
    goOnline()
    await waitFor(() => expect(browser.server.received).toHaveLength(2))
  })
})

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Creates a storage whose operation `name` fails while `isFailing`. */
function createFailingStorage(name: 'put' | 'remove') {
  const inner = createMemoryOutboxStorage()
  const storage = {
    isPersistent: true,
    transact: ((work) =>
      inner.transact((transaction) =>
        work({
          ...transaction,
          async [name](value: never) {
            if (!storage.isFailing) return transaction[name](value)
            storage.failures += 1
            throw new Error(`${name} fails`)
          },
        }),
      )) satisfies OutboxStorage['transact'] as OutboxStorage['transact'],
    isFailing: false,
    failures: 0,
  }
  return storage
}
