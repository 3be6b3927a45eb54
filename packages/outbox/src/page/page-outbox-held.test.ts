import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { createFallbackOutboxStorage } from '../store/fallback-outbox-storage.ts'
import type { TestOutbox } from '../testing/share-test-browser.ts'
import { shareTestBrowser } from '../testing/share-test-browser.ts'
import { createNoteKind, type NoteData, readNotes } from '../testing/test-kinds.ts'
import { registerOutboxKind } from './outbox-kind.ts'

const browser = shareTestBrowser()
const { open } = browser
const note = createNoteKind()
const LONG_MS = 60_000
const SHORT_MS = 50

/** Adds an action that is held. Returns its entry. */
const add = async (outbox: TestOutbox, holdMs: number, fields: Partial<NoteData> = {}) => {
  const entry = await outbox.add(note, { subject: 'garden', text: 'Hello', holdMs, ...fields }, crypto.randomUUID())
  if (!entry) throw new Error('The action was not stored')
  return entry
}

beforeEach(() => {
  registerOutboxKind(note)
})

describe('an action that is held', () => {
  it('is shown at once, and leaves the device only after its time', async () => {
    let sentAtMs = 0
    const outbox = open({
      sendRequest(...request) {
        sentAtMs = Date.now()
        return browser.server.send(...request)
      },
    })
    const { notBeforeMs } = await add(outbox, SHORT_MS)
    expect(readNotes(outbox.cache, 'garden')).toMatchObject([{ text: 'Hello', isWaiting: true }])
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(browser.server.texts()).toEqual(['Hello'])
    expect(sentAtMs).toBeGreaterThanOrEqual(notBeforeMs ?? Number.POSITIVE_INFINITY)
  })

  it('can be taken back, also by another tab, and was never attempted then', async () => {
    const [one, other] = [open(), open()]
    const { id } = await add(one, LONG_MS)
    expect(await other.takeBack(id)).toMatchObject({ id, data: { text: 'Hello' }, attempts: 0 })
    await waitFor(() => expect(one.entries()).toEqual([]))
    expect(readNotes(one.cache, 'garden')).toEqual([])
    expect(await one.takeBack(id)).toBeUndefined()
    one.flush()
    await one.add(note, { subject: 'kitchen', text: 'Later' }, crypto.randomUUID())
    await waitFor(() => expect(browser.server.texts()).toEqual(['Later']))
    expect(browser.server.attempts).toBe(1)
  })

  it('is sent by the next page if this one is closed before its time', async () => {
    const first = open()
    await add(first, SHORT_MS)
    first.stop()
    const next = open()
    await waitFor(() => expect(browser.server.texts()).toEqual(['Hello']))
    await waitFor(() => expect(next.entries()).toEqual([]))
  })

  it('is sent after its time when the browser is online again', async () => {
    browser.server.isOnline = false
    const outbox = open()
    await add(outbox, SHORT_MS)
    await waitFor(() => expect(browser.server.attempts).toBe(1))
    browser.server.isOnline = true
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(browser.server.texts()).toEqual(['Hello']))
  })

  it('is sent once by two tabs', async () => {
    const [one, other] = [open(), open()]
    await add(one, SHORT_MS)
    await waitFor(() => expect([...one.entries(), ...other.entries()]).toEqual([]))
    expect(browser.server.attempts).toBe(1)
  })

  it('cannot be taken back once it is being sent', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<unknown>()
    const sent: unknown[] = []
    const outbox = open({
      sendRequest({ key }) {
        sent.push(key)
        return response
      },
    })
    const { id } = await add(outbox, SHORT_MS)
    await waitFor(() => expect(sent).toEqual([id]))
    expect(await outbox.takeBack(id)).toBeUndefined()
    respond({})
    await waitFor(() => expect(outbox.entries()).toEqual([]))
  })

  it('can be taken back while its upload runs, and its last request is not sent then', async () => {
    const { promise: uploaded, resolve: finishUpload } = Promise.withResolvers<unknown>()
    const sent: unknown[] = []
    const outbox = open({
      sendRequest({ key }) {
        sent.push(key)
        return uploaded
      },
    })
    const { id } = await add(outbox, 0, { before: 'upload' })
    await waitFor(() => expect(sent).toEqual(['upload']))
    expect(await outbox.takeBack(id)).toMatchObject({ id })
    finishUpload({})
    await outbox.perform(note, { subject: 'garden', text: 'Later' }, 'later')
    expect(sent).toEqual(['upload', 'later'])
  })

  it('is sent at once if only the memory of the page has it', async () => {
    const refusing = {
      isPersistent: true,
      transact: () => Promise.reject(new DOMException('No storage', 'SecurityError')),
    }
    const outbox = open({ storage: createFallbackOutboxStorage(refusing) })
    expect(await add(outbox, LONG_MS)).not.toHaveProperty('notBeforeMs')
    await waitFor(() => expect(browser.server.texts()).toEqual(['Hello']))
  })
})
