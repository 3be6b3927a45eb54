import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { outboxStorageKey } from '@meadow/features'
import { ApiError, memberStorage } from '@meadow/web'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { createOutbox, type Outbox } from './outbox.ts'
import { createMessageId, type OutboxMessage } from './outbox-message.ts'
import { createOutboxStore, type OutboxStore } from './outbox-store.ts'

const offline = new ApiError({ status: 0, code: 'offline', message: 'offline' })
const refused = new ApiError({ status: 403, code: 'not_mutual', message: 'You can message members who follow you' })

/** What arrives at the server: once each, by its id. */
let arrived: string[]
/** What happens to the next attempts; then all arrive. */
let fates: (ApiError | 'lost answer')[]
let attempts: number
let isSignedIn: boolean
const opened: Outbox[] = []

function open(store: OutboxStore = createOutboxStore()): Outbox {
  const send = async ({ id, content }: OutboxMessage) => {
    attempts += 1
    const fate = fates.shift()
    if (fate instanceof ApiError) throw fate
    const known = `${id} ${content}`
    if (!arrived.includes(known)) arrived.push(known)
    if (fate === 'lost answer') throw offline
  }
  const outbox = createOutbox({ memberId: 'ann', store, send, isSignedIn: () => isSignedIn })
  outbox.subscribe(() => undefined)
  opened.push(outbox)
  return outbox
}

const write = (content: string, given: Partial<OutboxMessage> = {}) => ({
  id: createMessageId(),
  recipientId: 'kofi',
  content,
  picture: null,
  replyTo: null,
  threadId: null,
  createdAt: '2026-05-01T12:00:00.000Z',
  ...given,
})
const contents = () => arrived.map((one) => one.slice(37))

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  localStorage.clear()
  arrived = []
  fates = []
  attempts = 0
  isSignedIn = true
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.stop()
})

describe('a message', () => {
  it('is shown at once, and gone when it is sent', async () => {
    const outbox = open()
    const added = outbox.add(write('Hello'))
    expect(outbox.entries()).toMatchObject([{ content: 'Hello', failureReason: null }])
    await added
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(contents()).toEqual(['Hello'])
  })

  it('is sent in its order, once, though answers get lost and the network goes', async () => {
    const outbox = open()
    fates = [offline, 'lost answer']
    await Promise.all(['one', 'two', 'three'].map((content) => outbox.add(write(content))))
    await waitFor(() => expect(attempts).toBe(1))
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(attempts).toBe(2))
    expect(outbox.entries()).toHaveLength(3)
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(contents()).toEqual(['one', 'two', 'three'])
  })

  it('that was refused says why, does not hold up the next, and is sent again when the member says so', async () => {
    const outbox = open()
    fates = [refused]
    await outbox.add(write('one'))
    await outbox.add(write('two'))
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ content: 'one', failureReason: refused.message }]))
    expect(contents()).toEqual(['two'])
    await outbox.retry(outbox.entries()[0]?.id as string)
    await waitFor(() => expect(contents()).toEqual(['two', 'one']))
  })

  it('that was refused can be thrown away', async () => {
    const outbox = open()
    fates = [refused]
    await outbox.add(write('one'))
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ failureReason: refused.message }]))
    await outbox.discard(outbox.entries()[0]?.id as string)
    expect(outbox.entries()).toEqual([])
  })

  it('does not wait for what somebody else gets', async () => {
    const outbox = open()
    fates = [offline]
    await outbox.add(write('to Kofi'))
    await waitFor(() => expect(attempts).toBe(1))
    fates = [offline]
    await outbox.add(write('to Mei', { recipientId: 'mei' }))
    await waitFor(() => expect(contents()).toContain('to Mei'))
  })
})

describe('what waits', () => {
  it('survives a restart, pictures too', async () => {
    const before = open()
    fates = [offline]
    const picture = await new Response('a picture').blob()
    await before.add(write('', { picture }))
    await waitFor(() => expect(attempts).toBe(1))
    before.stop()
    const [stored] = await createOutboxStore().list('ann')
    expect(await stored?.picture?.text()).toBe('a picture')
    open()
    await waitFor(() => expect(arrived).toHaveLength(1))
  })

  it('is sent by one of two tabs, and leaves both', async () => {
    const [one, other] = [open(), open()]
    await Promise.all(['one', 'two'].map((content) => one.add(write(content))))
    dispatchEvent(new StorageEvent('storage', { key: 'member:outbox:ann' }))
    await waitFor(() => expect(contents()).toEqual(['one', 'two']))
    dispatchEvent(new StorageEvent('storage', { key: 'member:outbox:ann' }))
    await waitFor(() => expect([...one.entries(), ...other.entries()]).toEqual([]))
  })

  it('is noted for the next visit until it is sent, for whoever wrote it', async () => {
    const outbox = open()
    const noted = () => [
      memberStorage.read(outboxStorageKey('ann')) !== null,
      memberStorage.read(outboxStorageKey('ben')) !== null,
    ]
    fates = [offline]
    const added = outbox.add(write('one'))
    expect(noted()).toEqual([true, false])
    await added
    await waitFor(() => expect(attempts).toBe(1))
    expect(noted()).toEqual([true, false])
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(noted()).toEqual([false, false]))
  })

  it('is not noted any more where nothing waits', async () => {
    memberStorage.write(outboxStorageKey('ann'), 'long ago')
    open()
    await waitFor(() => expect(memberStorage.read(outboxStorageKey('ann'))).toBeNull())
  })

  it('is not sent when somebody else is signed in, and belongs to nobody else', async () => {
    const outbox = open()
    isSignedIn = false
    await outbox.add(write('one'))
    expect(attempts).toBe(0)
    expect(await createOutboxStore().list('ben')).toEqual([])
  })

  it('is gone when the member signs out', async () => {
    const store = createOutboxStore()
    const outbox = open(store)
    fates = [offline]
    await outbox.add(write('one'))
    await waitFor(() => expect(attempts).toBe(1))
    isSignedIn = false
    indexedDB.deleteDatabase(memberStorage.databaseName)
    await waitFor(async () => expect(await createOutboxStore().list('ann')).toEqual([]))
  })

  it('waits as long as the page is open where nothing can be kept', async () => {
    Object.assign(globalThis, { indexedDB: undefined })
    const outbox = open()
    fates = [offline]
    await outbox.add(write('one'))
    await waitFor(() => expect(attempts).toBe(1))
    expect(outbox.entries()).toHaveLength(1)
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(outbox.entries()).toEqual([]))
  })
})

it('names messages by UUIDs', () => {
  expect(createMessageId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
