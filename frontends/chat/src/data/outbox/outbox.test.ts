import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { ApiError, chatOutboxStorageKey, memberStorage } from '@meadow/web'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { createOutbox, type Outbox } from './outbox.ts'
import { createMessageId, createOutboxStore, type OutboxMessage, type OutboxStore } from './outbox-store.ts'

const offline = new ApiError({ status: 0, code: 'offline', message: 'offline' })
const rejected = new ApiError({ status: 403, code: 'not_mutual', message: 'You can message members who follow you' })

/** The messages that the fake server has received, once for each id. */
let delivered: string[]
/** The results of the next attempts; all later ones succeed. */
let results: (ApiError | 'lost response')[]
let attempts: number
let isSignedIn: boolean
const opened: Outbox[] = []

function open(store: OutboxStore = createOutboxStore()): Outbox {
  const send = async ({ id, content }: OutboxMessage) => {
    attempts += 1
    const result = results.shift()
    if (result instanceof ApiError) throw result
    const requestKey = `${id} ${content}`
    if (!delivered.includes(requestKey)) delivered.push(requestKey)
    if (result === 'lost response') throw offline
  }
  const outbox = createOutbox({ memberId: 'ann', store, send, isSignedIn: () => isSignedIn })
  outbox.subscribe(() => undefined)
  opened.push(outbox)
  return outbox
}

const createInput = (content: string, fields: Partial<OutboxMessage> = {}) => ({
  id: createMessageId(),
  recipientId: 'kofi',
  content,
  pictures: [],
  replyTo: null,
  threadId: null,
  createdAt: '2026-05-01T12:00:00.000Z',
  ...fields,
})
const contents = () => delivered.map((one) => one.slice(37))

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  localStorage.clear()
  delivered = []
  results = []
  attempts = 0
  isSignedIn = true
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.stop()
})

describe('a message', () => {
  it('is listed immediately, and removed when it is sent', async () => {
    const outbox = open()
    const added = outbox.add(createInput('Hello'))
    expect(outbox.entries()).toMatchObject([{ content: 'Hello', failureReason: null }])
    await added
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(contents()).toEqual(['Hello'])
  })

  it('is sent once and in order, despite lost responses and network failures', async () => {
    const outbox = open()
    results = [offline, 'lost response']
    await Promise.all(['one', 'two', 'three'].map((content) => outbox.add(createInput(content))))
    await waitFor(() => expect(attempts).toBe(1))
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(attempts).toBe(2))
    expect(outbox.entries()).toHaveLength(3)
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(contents()).toEqual(['one', 'two', 'three'])
  })

  it('that is rejected keeps the reason, does not block the next one, and can be sent again', async () => {
    const outbox = open()
    results = [rejected]
    await outbox.add(createInput('one'))
    await outbox.add(createInput('two'))
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ content: 'one', failureReason: rejected.message }]))
    expect(contents()).toEqual(['two'])
    await outbox.retry(outbox.entries()[0]?.id as string)
    await waitFor(() => expect(contents()).toEqual(['two', 'one']))
  })

  it.each([401, 408, 429, 503])('that fails with %p is sent again', async (status) => {
    const outbox = open()
    results = [new ApiError({ status, code: 'unknown', message: 'Not now' })]
    await outbox.add(createInput('one'))
    await waitFor(() => expect(attempts).toBe(1))
    expect(outbox.entries()).toMatchObject([{ failureReason: null }])
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(contents()).toEqual(['one']))
  })

  it('that is rejected can be discarded', async () => {
    const outbox = open()
    results = [rejected]
    await outbox.add(createInput('one'))
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ failureReason: rejected.message }]))
    await outbox.discard(outbox.entries()[0]?.id as string)
    expect(outbox.entries()).toEqual([])
  })

  it('does not wait for messages to other recipients', async () => {
    const outbox = open()
    results = [offline]
    await outbox.add(createInput('to Kofi'))
    await waitFor(() => expect(attempts).toBe(1))
    results = [offline]
    await outbox.add(createInput('to Mei', { recipientId: 'mei' }))
    await waitFor(() => expect(contents()).toContain('to Mei'))
  })
})

describe('a pending message', () => {
  it('survives a restart, with its picture', async () => {
    const before = open()
    results = [offline]
    const picture = await new Response('a picture').blob()
    await before.add(createInput('', { pictures: [{ file: picture, alt: '' }] }))
    await waitFor(() => expect(attempts).toBe(1))
    before.stop()
    const [stored] = await createOutboxStore().list('ann')
    expect(await stored?.pictures[0]?.file.text()).toBe('a picture')
    open()
    await waitFor(() => expect(delivered).toHaveLength(1))
  })

  it('is sent by one of two tabs, and removed from both', async () => {
    const [one, other] = [open(), open()]
    await Promise.all(['one', 'two'].map((content) => one.add(createInput(content))))
    dispatchEvent(new StorageEvent('storage', { key: 'member:outbox:ann' }))
    await waitFor(() => expect(contents()).toEqual(['one', 'two']))
    dispatchEvent(new StorageEvent('storage', { key: 'member:outbox:ann' }))
    await waitFor(() => expect([...one.entries(), ...other.entries()]).toEqual([]))
  })

  it('sets the storage key of its member until it is sent', async () => {
    const outbox = open()
    const readStorageKeys = () => [
      memberStorage.read(chatOutboxStorageKey('ann')) !== null,
      memberStorage.read(chatOutboxStorageKey('ben')) !== null,
    ]
    results = [offline]
    const added = outbox.add(createInput('one'))
    expect(readStorageKeys()).toEqual([true, false])
    await added
    await waitFor(() => expect(attempts).toBe(1))
    expect(readStorageKeys()).toEqual([true, false])
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(readStorageKeys()).toEqual([false, false]))
  })

  it('leaves no storage key if none is pending', async () => {
    memberStorage.write(chatOutboxStorageKey('ann'), 'long ago')
    open()
    await waitFor(() => expect(memberStorage.read(chatOutboxStorageKey('ann'))).toBeNull())
  })

  it('is not sent or listed for another member', async () => {
    const outbox = open()
    isSignedIn = false
    await outbox.add(createInput('one'))
    expect(attempts).toBe(0)
    expect(await createOutboxStore().list('ben')).toEqual([])
  })

  it('is deleted when the member signs out', async () => {
    const store = createOutboxStore()
    const outbox = open(store)
    results = [offline]
    await outbox.add(createInput('one'))
    await waitFor(() => expect(attempts).toBe(1))
    isSignedIn = false
    indexedDB.deleteDatabase(memberStorage.databaseName)
    await waitFor(async () => expect(await createOutboxStore().list('ann')).toEqual([]))
  })

  it('stays in memory without IndexedDB', async () => {
    Object.assign(globalThis, { indexedDB: undefined })
    const outbox = open()
    results = [offline]
    await outbox.add(createInput('one'))
    await waitFor(() => expect(attempts).toBe(1))
    expect(outbox.entries()).toHaveLength(1)
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(outbox.entries()).toEqual([]))
  })
})

it('creates message ids that are UUIDs', () => {
  expect(createMessageId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
