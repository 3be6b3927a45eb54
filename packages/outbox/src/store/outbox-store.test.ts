import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { IDBFactory } from 'fake-indexeddb'
import { createOutboxDrain } from '../send/outbox-drain.ts'
import { planOutboxAction } from '../store/outbox-action.ts'
import { createFakeOutboxServer, rejectionError } from '../testing/fake-outbox-server.ts'
import { createTestStorage } from '../testing/share-test-browser.ts'
import { createNoteKind, type NoteData } from '../testing/test-kinds.ts'
import { createFallbackOutboxStorage } from './fallback-outbox-storage.ts'
import { createNewOutboxEntry } from './outbox-action.ts'
import { createMemoryOutboxStorage } from './outbox-storage.ts'
import { createOutboxStore, MAX_ENTRY_AGE_MS, type OutboxStore } from './outbox-store.ts'

const NOW = new Date()
const note = createNoteKind()
const rejection = { status: 403, code: 'not_mutual', message: 'Not allowed' }

describe.each([
  ['IndexedDB', createTestStorage],
  ['memory', createMemoryOutboxStorage],
  ['both', () => createFallbackOutboxStorage(createTestStorage())],
])('the outbox in %s', (_, createStorage) => {
  let store: OutboxStore
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory()
    store = createOutboxStore(createStorage(), 'ann')
  })
  const add = (id: string, fields: Partial<NoteData> = {}, kind = note) => {
    const data = { subject: 'garden', text: id, ...fields }
    return store.add(planOutboxAction({ kind, data, id, memberId: 'ann', now: NOW }))
  }
  const list = async () => (await store.list()).map(({ id, data }) => [id, (data as NoteData).text])

  it('replaces a waiting entry that was never attempted, at its position', async () => {
    await add('a', { replaceKey: 'title' })
    await add('b')
    await add('c', { replaceKey: 'title' })
    expect(await list()).toEqual([
      ['a', 'c'],
      ['b', 'b'],
    ])
  })

  it('sends the replacement of an attempted entry under a new id, and depends on it', async () => {
    await add('a', { replaceKey: 'title' })
    await add('b', { parentId: 'a', subject: 'kitchen' })
    await store.startAttempt('notes garden', Date.now())
    await add('c', { replaceKey: 'title' })
    expect((await store.list()).map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['b', ['c']],
      ['c', []],
    ])
  })

  it('removes both if the second undoes the first, unless the server may know the first or what it replaced', async () => {
    const kind = createNoteKind({ isUndone: (earlier, later) => earlier.text !== later.text })
    await add('a', { replaceKey: 'lamp', text: 'on' }, kind)
    await add('b', { replaceKey: 'lamp', text: 'off' }, kind)
    expect(await list()).toEqual([])
    await add('c', { replaceKey: 'lamp', text: 'on' }, kind)
    await store.startAttempt('notes garden', Date.now())
    await add('d', { replaceKey: 'lamp', text: 'off' }, kind)
    await add('e', { replaceKey: 'lamp', text: 'on' }, kind)
    expect(await list()).toEqual([['e', 'on']])
  })

  it('gives the response of an entry to those that depend on it, also to later ones', async () => {
    await add('a')
    await add('b', { parentId: 'a' })
    await store.complete('a', { message: { _id: 'm1' } }, NOW.getTime())
    await add('c', { parentId: 'a' })
    const bodies = (await store.list()).map(({ requests, dependsOn }) => [requests[0]?.body, dependsOn])
    expect(bodies).toEqual([
      [expect.objectContaining({ replyTo: 'm1' }), []],
      [expect.objectContaining({ replyTo: 'm1' }), []],
    ])
  })

  it('refuses, retries and discards an entry with those that depend on it', async () => {
    await add('a')
    await add('b', { parentId: 'a' })
    const codes = async () => (await store.list()).map(({ refusal }) => refusal?.code)
    await store.refuse('a', rejection)
    expect(await codes()).toEqual(['not_mutual', 'depends_on_refused'])
    await store.retry('b', NOW.getTime())
    expect(await codes()).toEqual([undefined, undefined])
    expect((await store.discard('a')).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(await list()).toEqual([])
  })

  it('refuses an entry that depends on one that is gone, and sends those behind it', async () => {
    await add('a', { parentId: 'nowhere' })
    await add('b')
    await store.retry('a', NOW.getTime())
    expect((await store.startAttempt('notes garden', Date.now())).entry?.id).toBe('b')
    expect((await store.get('a'))?.refusal?.code).toBe('depends_on_refused')
  })

  it('holds a stored entry for its time, and those behind it, unless the clock was set back', async () => {
    if (!createStorage().isPersistent) return // what memory has is not held
    await add('a', { holdMs: 5_000 })
    await add('b')
    const createdMs = NOW.getTime()
    expect(await store.startAttempt('notes garden', createdMs + 4_990)).toEqual({ heldMs: 10 })
    expect((await store.get('a'))?.attempts).toBe(0)
    expect((await store.startAttempt('notes garden', createdMs - 1)).entry?.id).toBe('a')
    expect((await store.startAttempt('notes garden', createdMs + 5_000)).entry?.id).toBe('a')
  })

  it('gives an entry back until an attempt has reached its last request, and again after a refusal', async () => {
    await add('a', { before: 'upload' })
    await add('b', { parentId: 'a' })
    await store.startAttempt('notes garden', Date.now())
    expect((await store.takeBack('a')).map(({ id }) => id)).toEqual(['a', 'b'])
    await add('c', { before: 'upload' })
    await store.startAttempt('notes garden', Date.now())
    await store.saveResponse('c', {})
    expect(await store.takeBack('c')).toEqual([])
    await store.refuse('c', rejection)
    expect((await store.takeBack('c')).map(({ id }) => id)).toEqual(['c'])
    expect(await store.takeBack('c')).toEqual([])
  })

  it('refuses entries after 30 days, and sends them on Retry', async () => {
    await add('a')
    await store.expire(NOW.getTime() + MAX_ENTRY_AGE_MS)
    expect((await store.get('a'))?.refusal).toBeNull()
    const later = NOW.getTime() + MAX_ENTRY_AGE_MS + 1
    await store.expire(later)
    expect((await store.get('a'))?.refusal?.code).toBe('expired')
    await store.retry('a', later)
    await store.expire(later)
    expect((await store.get('a'))?.refusal).toBeNull()
  })

  it('keeps the order if the clock goes back', async () => {
    await add('a')
    const past = createNewOutboxEntry({
      id: 'b',
      memberId: 'ann',
      kind: 'note',
      plan: note.plan({ subject: 'garden', text: 'b' }, 'b'),
      data: { subject: 'garden', text: 'b' },
      now: new Date(0),
    })
    await store.add({ replaceKey: undefined, planEntry: () => past })
    expect(await list()).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ])
  })

  it('lists and counts only the entries of its member', async () => {
    const storage = createStorage()
    const stores = ['ann', 'ben'].map((memberId) => createOutboxStore(storage, memberId))
    const plan = (id: string, memberId: string) =>
      planOutboxAction({ kind: note, data: { subject: 'garden', text: id }, id, memberId, now: NOW })
    await stores[0]?.add(plan('a', 'ann'))
    await stores[0]?.add(plan('b', 'ann'))
    expect(await stores[1]?.list()).toEqual([])
    expect(await stores[1]?.add(plan('c', 'ben'))).toMatchObject({ count: 1 })
    expect(await stores[0]?.add(plan('d', 'ann'))).toMatchObject({ count: 3 })
  })

  it('counts its entries after one was replaced or undone', async () => {
    const kind = createNoteKind({ isUndone: (earlier, later) => earlier.text !== later.text })
    await add('a')
    expect(await add('b', { replaceKey: 'lamp', text: 'on' }, kind)).toMatchObject({ count: 2 })
    expect(await add('c', { replaceKey: 'lamp', text: 'on' }, kind)).toMatchObject({ count: 2 })
    expect(await add('d', { replaceKey: 'lamp', text: 'off' }, kind)).toMatchObject({ count: 1 })
  })

  it('does not repeat a finished request after a restart', async () => {
    const server = createFakeOutboxServer()
    const twoSteps = createNoteKind({
      plan: (_data, id) => ({
        lane: 'posts',
        requests: [
          { call: 'POST /messages', body: { content: 'upload' }, key: `${id}-upload` },
          { call: 'POST /messages', body: { content: { fromRequest: 0, path: 'message._id' } }, key: id },
        ],
      }),
    })
    await add('a', {}, twoSteps)
    const drain = createOutboxDrain({ store, sendRequest: server.send, withLock: (_name, work) => work() })
    server.results = ['ok', 'lost response']
    expect(await drain()).toBe(false)
    expect(await drain()).toBe(true)
    expect([server.texts(), server.attempts]).toEqual([['upload', 'server-1'], 3])
  })

  it('sends what depends on an entry after it, also if it was asked to send again meanwhile', async () => {
    const server = createFakeOutboxServer()
    await add('a')
    await add('b', { parentId: 'a', subject: 'kitchen' })
    const drain = createOutboxDrain({ store, sendRequest: server.send, withLock: (_name, work) => work() })
    expect(await Promise.all([drain(), drain()])).toEqual([true, true])
    expect([server.texts(), await store.list()]).toEqual([['a', 'b'], []])
  })

  it('sends 500 entries of 100 lanes once, past one that is refused', async () => {
    const server = createFakeOutboxServer()
    for (let index = 0; index < 500; index += 1) await add(`n${index}`, { subject: `subject ${index % 100}` })
    server.results = [rejectionError]
    const drain = createOutboxDrain({ store, sendRequest: server.send, withLock: (_name, work) => work() })
    expect(await drain()).toBe(true)
    expect([server.attempts, new Set(server.texts()).size, (await store.list()).length]).toEqual([500, 499, 1])
  })
})
