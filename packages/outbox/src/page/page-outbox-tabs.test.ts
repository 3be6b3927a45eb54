import 'fake-indexeddb/auto'
import { describe, expect, it } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import type { OutboxStorage } from '../store/outbox-storage.ts'
import { createOutboxStore } from '../store/outbox-store.ts'
import type { TestOutbox } from '../testing/share-test-browser.ts'
import { createTestStorage, shareTestBrowser } from '../testing/share-test-browser.ts'
import { createNoteKind, createSwitchKind, type NoteData, readNotes, readSwitch } from '../testing/test-kinds.ts'
import { registerOutboxKind } from './outbox-kind.ts'
import type { PageOutboxDeps } from './page-outbox.ts'

const browser = shareTestBrowser()
const { open } = browser
const note = createNoteKind()
const lightSwitch = createSwitchKind()
registerOutboxKind(note)
registerOutboxKind(lightSwitch)

const add = (outbox: TestOutbox, text: string, fields: Partial<NoteData> = {}) =>
  outbox.add(note, { subject: 'garden', text, ...fields }, crypto.randomUUID())
const turn = (outbox: TestOutbox, isOn: boolean) => outbox.add(lightSwitch, { name: 'lamp', isOn }, crypto.randomUUID())
const listTexts = (outbox: TestOutbox) => readNotes(outbox.cache, 'garden').map(({ text }) => text)
const store = () => createOutboxStore(createTestStorage(), 'ann')

describe('the outbox of one of several tabs', () => {
  it('shows changed data of a waiting entry, which other tabs and the browser store too, and sends it as before', async () => {
    browser.server.isOnline = false
    const [one, other] = [open(), open()]
    const entry = await add(one, 'one')
    await one.changeData(entry?.id as string, (data) => ({ ...(data as NoteData), subject: 'garden of today' }))
    for (const { cache } of [one, other])
      await waitFor(() => expect(readNotes(cache, 'garden of today').map(({ text }) => text)).toEqual(['one']))
    expect(await store().list()).toMatchObject([{ data: { subject: 'garden of today' }, requests: entry?.requests }])
  })

  it('takes what another tab cancels out of the list and off the screen in one step', async () => {
    browser.server.isOnline = false
    const one = open()
    const cache = new QueryClient()
    const states: string[][] = []
    open({
      cache,
      onChange: ({ entries }) =>
        queueMicrotask(() => states.push([`${entries.length} listed`, `${readNotes(cache, 'garden').length} shown`])),
    })
    const entry = await add(one, 'one')
    await waitFor(() => expect(states.at(-1)).toEqual(['1 listed', '1 shown']))
    await one.discard(entry?.id as string)
    await waitFor(() => expect(states.at(-1)?.[0]).toBe('0 listed'))
    expect(states).not.toContainEqual(['0 listed', '1 shown'])
  })

  it('says that an entry which another tab has sent is sent, not cancelled', async () => {
    const sendRequest: PageOutboxDeps['sendRequest'] = (_request, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const tab = open({ sendRequest })
    const id = crypto.randomUUID()
    const outcome = tab.perform(note, { subject: 'garden', text: 'one' }, id)
    await waitFor(async () => expect(await store().list()).toMatchObject([{ attempts: 1 }]))
    await store().complete(id, { message: { _id: 'm1' } }, Date.now()) // by a worker whose message is lost
    await add(tab, 'two')
    expect(await outcome).toEqual({ type: 'sent', response: { message: { _id: 'm1' } } })
    expect(tab.entries()).toMatchObject([{ data: { text: 'two' } }])
  })

  it('keeps an action that was stored while an older list was read', async () => {
    browser.server.isOnline = false
    const inner = createTestStorage()
    const reading = Promise.withResolvers<void>()
    let isFirst = true
    const storage: OutboxStorage = {
      isPersistent: true,
      async transact(work) {
        const isHeld = isFirst
        isFirst = false
        const result = await inner.transact(work)
        if (isHeld) await reading.promise
        return result
      },
    }
    const outbox = open({ storage })
    const added = add(outbox, 'one')
    await waitFor(async () => expect(await store().list()).toHaveLength(1))
    reading.resolve()
    await added
    expect([outbox.entries().length, listTexts(outbox)]).toEqual([1, ['one']])
  })

  it('shows only the later action if the earlier one was attempted meanwhile', async () => {
    browser.server.isOnline = false
    const outbox = open()
    await add(outbox, 'one', { replaceKey: 'key' })
    await store().startAttempt('notes garden', Date.now())
    await add(outbox, 'two', { replaceKey: 'key' })
    expect([outbox.entries().length, listTexts(outbox)]).toEqual([1, ['two']])
  })

  it('sends a later action only after the attempt of the one that it replaces, which the server may get late', async () => {
    const steps: string[] = []
    const { promise: response, resolve: respond } = Promise.withResolvers<unknown>()
    const sendRequest: PageOutboxDeps['sendRequest'] = async ({ body }, { signal }) => {
      const name = (body as { state: boolean }).state ? 'on' : 'off'
      steps.push(`${name} starts`)
      signal.addEventListener('abort', () => steps.push(`${name} is aborted`))
      const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      await Promise.race([response, aborted])
      steps.push(`${name} ends`)
    }
    const [one, other] = [open({ sendRequest }), open({ sendRequest })]
    await turn(one, true)
    await waitFor(() => expect(steps).toEqual(['on starts']))
    const later = await turn(other, false)
    await waitFor(() => expect(one.entries()).toMatchObject([{ id: later?.id }]))
    respond({})
    await waitFor(() => expect([...one.entries(), ...other.entries()]).toEqual([]))
    expect(steps).toEqual(['on starts', 'on ends', 'off starts', 'off ends'])
    expect([one, other].map(({ cache }) => readSwitch(cache, 'lamp'))).toEqual([false, false])
  })
})
