import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { MEMBER_DATABASE_NAME } from '../page/member-database-name.ts'
import { createUuid } from './create-uuid.ts'
import { createIndexedDbOutboxStorage } from './indexed-db-outbox-storage.ts'
import { registerOutboxKind } from './outbox-kinds.ts'
import { createOutboxStore } from './outbox-store.ts'
import type { PageOutboxDeps } from './page-outbox.ts'
import { planOutboxAction } from './plan-outbox-addition.ts'
import { createFakeOutboxServer, offlineError } from './testing/fake-outbox-server.ts'
import { createNoteKind, notesKey, readNotes } from './testing/note-kind.ts'
import { openTestOutbox, type TestOutbox } from './testing/open-test-outbox.ts'

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

let server: ReturnType<typeof createFakeOutboxServer>
const opened: TestOutbox[] = []
const note = createNoteKind()
registerOutboxKind(note)

function open(deps: Partial<PageOutboxDeps> = {}): TestOutbox {
  const outbox = openTestOutbox({ sendRequest: server.send, ...deps })
  opened.push(outbox)
  return outbox
}
const add = (outbox: TestOutbox, text: string) => outbox.add(note, { subject: 'garden', text }, createUuid())
const goOnline = () => {
  server.isOnline = true
  dispatchEvent(new Event('online'))
}
const storeOf = (memberId: string) => createOutboxStore(createIndexedDbOutboxStorage(), memberId)

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  server = createFakeOutboxServer()
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.stop()
  jest.useRealTimers()
})

describe('the outbox of a page', () => {
  it('stores and sends the next action after the browser has wiped its storage', async () => {
    server.isOnline = false
    const outbox = open()
    await add(outbox, 'wiped')
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(MEMBER_DATABASE_NAME).onsuccess = resolve
    })
    await add(outbox, 'next')
    expect(outbox.entries()).toMatchObject([{ data: { text: 'next' } }])
    expect(readNotes(outbox.cache, 'garden').map(({ text }) => text)).toEqual(['next'])
    expect(await storeOf('ann').list()).toHaveLength(1)
    goOnline()
    await waitFor(() => expect(server.texts()).toEqual(['next']))
  })

  it.each([
    ['ahead', TWO_HOURS_MS],
    ['back', -TWO_HOURS_MS],
  ])('retries, and keeps the order, if the clock is set %s two hours meanwhile', async (_, changeMs) => {
    jest.useFakeTimers({ doNotFake: [...TIMERS] })
    server.results = [offlineError]
    const outbox = open()
    await add(outbox, 'one')
    await waitFor(() => expect(server.attempts).toBe(1))
    jest.setSystemTime(Date.now() + changeMs)
    await waitFor(() => expect(server.texts()).toEqual(['one']))
    server.isOnline = false
    await add(outbox, 'two')
    jest.setSystemTime(Date.now() - changeMs)
    await add(outbox, 'three')
    goOnline()
    await waitFor(() => expect(server.texts()).toEqual(['one', 'two', 'three']))
  })

  it('waits for its member after the session has ended, and sends nothing for another one', async () => {
    server.isOnline = false
    const outbox = open()
    for (const text of ['one', 'two', 'three']) await add(outbox, text)
    outbox.stop() // the session ends
    const ben = open({ memberId: 'ben' })
    goOnline()
    await add(ben, 'of Ben')
    await waitFor(() => expect(server.texts()).toEqual(['of Ben']))
    expect([ben.entries(), await storeOf('ann').list()]).toMatchObject([[], { length: 3 }])
    ben.stop()
    open() // Ann signs in again
    await waitFor(() => expect(server.received.map(({ memberId }) => memberId)).toEqual(['ben', 'ann', 'ann', 'ann']))
    expect(server.texts()).toEqual(['of Ben', 'one', 'two', 'three'])
  })

  it('sends what another build has stored, of a kind that this one does not know', async () => {
    const kind = createNoteKind({ name: 'of-another-build' })
    const action = {
      kind,
      data: { subject: 'garden', text: 'one' },
      id: createUuid(),
      memberId: 'ann',
      now: new Date(),
    }
    await storeOf('ann').add(undefined, planOutboxAction(action))
    const outbox = open()
    await waitFor(() => expect(server.texts()).toEqual(['one']))
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(outbox.cache.getQueryData(notesKey('garden'))).toBeUndefined()
  })
})
