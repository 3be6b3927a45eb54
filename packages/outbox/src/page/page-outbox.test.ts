import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { createMemoryOutboxStorage } from '../store/outbox-storage.ts'
import { createOutboxStore } from '../store/outbox-store.ts'
import { createRequestError, offlineError, rejectionError } from '../testing/fake-outbox-server.ts'
import type { TestOutbox } from '../testing/share-test-browser.ts'
import { createTestStorage, shareTestBrowser, TEST_DATABASE_NAME } from '../testing/share-test-browser.ts'
import { createNoteKind, type NoteData, notesKey, readNotes } from '../testing/test-kinds.ts'
import { registerOutboxKind } from './outbox-kind.ts'

const browser = shareTestBrowser()
const { open } = browser
const note = createNoteKind()

const add = (outbox: TestOutbox, text: string, fields: Partial<NoteData> = {}) =>
  outbox.add(note, { subject: 'garden', text, ...fields }, crypto.randomUUID())
const goOnline = () => {
  browser.server.isOnline = true
  dispatchEvent(new Event('online'))
}
const waitForAttempts = (count: number) => waitFor(() => expect(browser.server.attempts).toBeGreaterThanOrEqual(count))

beforeEach(() => {
  registerOutboxKind(note)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

describe('an action', () => {
  it('is shown at once, and removed when it is sent', async () => {
    const outbox = open()
    const added = add(outbox, 'Hello')
    expect(outbox.entries()).toMatchObject([{ data: { text: 'Hello' }, refusal: null }])
    expect(readNotes(outbox.cache, 'garden')).toMatchObject([{ text: 'Hello', isWaiting: true }])
    await added
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(browser.server.texts()).toEqual(['Hello'])
    expect(readNotes(outbox.cache, 'garden')).toEqual([{ id: expect.any(String), text: 'Hello' }])
  })

  it('is sent once and in order, despite lost responses and network failures', async () => {
    const outbox = open()
    browser.server.results = [offlineError, 'lost response']
    await Promise.all(['one', 'two', 'three'].map((text) => add(outbox, text)))
    await waitForAttempts(1)
    goOnline()
    await waitForAttempts(2)
    expect(outbox.entries()).toHaveLength(3)
    goOnline()
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(browser.server.texts()).toEqual(['one', 'two', 'three'])
  })

  it.each([401, 408, 429, 503])('that fails with %p is sent again', async (status) => {
    const outbox = open()
    browser.server.results = [createRequestError({ status, code: 'unknown', message: 'Not now' })]
    await add(outbox, 'one')
    await waitForAttempts(1)
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ refusal: null, lastProblem: { status } }]))
    goOnline()
    await waitFor(() => expect(browser.server.texts()).toEqual(['one']))
  })

  it.each([400, 403, 500])('that fails with %p is refused', async (status) => {
    const outbox = open()
    browser.server.results = [createRequestError({ status, code: 'unknown', message: 'Never' })]
    await add(outbox, 'one')
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ refusal: { status, message: 'Never' } }]))
    expect(browser.server.attempts).toBe(1)
  })

  it('is sent in the way of its kind, which may choose HTTP', async () => {
    const texts: unknown[] = []
    const kind = createNoteKind({
      name: 'note-by-socket',
      send(request, { sendByHttp }) {
        const { content } = request.body as { content: string }
        texts.push(content)
        return content === 'by socket' ? Promise.resolve({ message: { _id: 'by socket' } }) : sendByHttp()
      },
    })
    registerOutboxKind(kind)
    const outbox = open()
    await add(outbox, 'of another kind')
    for (const text of ['by socket', 'by http'])
      await outbox.add(kind, { subject: 'kitchen', text }, crypto.randomUUID())
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect([texts, browser.server.texts()]).toEqual([
      ['by socket', 'by http'],
      ['of another kind', 'by http'],
    ])
  })

  it.each([429, 503])('that fails with %p is not sent again before the time that the server names', async (status) => {
    let nowMs = performance.now()
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
    const outbox = open()
    browser.server.results = [createRequestError({ status, code: 'unknown', message: 'Not now', retryAfterMs: 45_000 })]
    await add(outbox, 'one')
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ lastProblem: { status } }]))
    nowMs += 44_000
    goOnline()
    await add(outbox, 'behind it')
    await add(outbox, 'elsewhere', { subject: 'kitchen' })
    await waitFor(() => expect(browser.server.texts()).toEqual(['elsewhere']))
    nowMs += 1_000
    goOnline()
    await waitFor(() => expect(browser.server.texts()).toEqual(['elsewhere', 'one', 'behind it']))
  })

  it.each([300, 45_000])('is sent again as soon as the %p ms are over that the server names', async (retryAfterMs) => {
    jest.useFakeTimers()
    const outbox = open({ storage: createMemoryOutboxStorage() })
    browser.server.results = [
      createRequestError({ status: 429, code: 'too_many_requests', message: 'Not now', retryAfterMs }),
    ]
    await add(outbox, 'one')
    await jest.advanceTimersByTimeAsync(retryAfterMs - 1)
    expect(browser.server.attempts).toBe(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(browser.server.texts()).toEqual(['one'])
  })

  it('that is refused keeps the reason, does not block the next one, and can be sent again', async () => {
    const outbox = open()
    browser.server.results = [rejectionError]
    await Promise.all([add(outbox, 'one'), add(outbox, 'two')])
    await waitFor(() =>
      expect(outbox.entries()).toMatchObject([{ data: { text: 'one' }, refusal: { message: 'Not allowed' } }]),
    )
    await waitFor(() => expect(readNotes(outbox.cache, 'garden').map(({ text }) => text)).toEqual(['two']))
    await outbox.retry(outbox.entries()[0]?.id as string)
    await waitFor(() => expect(browser.server.texts()).toEqual(['two', 'one']))
  })

  it('that is refused can be discarded', async () => {
    const outbox = open()
    browser.server.results = [rejectionError]
    await add(outbox, 'one')
    await waitFor(() => expect(outbox.entries()[0]?.refusal).not.toBeNull())
    await outbox.discard(outbox.entries()[0]?.id as string)
    expect(outbox.entries()).toEqual([])
  })

  it('is shown after the script that registers its kind has run', async () => {
    const kind = createNoteKind({ name: 'late' })
    const outbox = open({ sendRequest: () => Promise.reject(offlineError) })
    await outbox.add(kind, { subject: 'garden', text: 'one' }, crypto.randomUUID())
    let hasRun = false
    const shownInTime: boolean[] = []
    registerOutboxKind({
      ...kind,
      show(...shown) {
        shownInTime.push(hasRun)
        kind.show?.(...shown)
      },
    })
    hasRun = true // a kind may use constants that its script defines after the registration
    await waitFor(() => expect(readNotes(outbox.cache, 'garden')).toHaveLength(1))
    expect(shownInTime).not.toContain(false)
  })

  it('that is refused goes with a notice if its kind says so', async () => {
    const kind = createNoteKind({ name: 'like', onRefusal: 'drop', describeRefusal: () => "Couldn't like it" })
    registerOutboxKind(kind)
    const outbox = open()
    browser.server.results = [rejectionError]
    await outbox.add(kind, { subject: 'garden', text: 'one' }, crypto.randomUUID())
    await waitFor(() => expect(outbox.dropped).toMatchObject([{ reason: "Couldn't like it" }]))
    expect(outbox.entries()).toEqual([])
    expect(readNotes(outbox.cache, 'garden')).toEqual([])
  })

  it('does not wait for those of other lanes, even while one is being sent', async () => {
    let finish = () => {}
    const outbox = open({
      sendRequest: async (request, options) => {
        const { content } = request.body as { content: string }
        if (content === 'slow') await new Promise<void>((resolve) => (finish = resolve))
        return browser.server.send(request, options)
      },
    })
    await add(outbox, 'slow')
    await add(outbox, 'behind it')
    await add(outbox, 'quick', { subject: 'kitchen' })
    await waitFor(() => expect(browser.server.texts()).toEqual(['quick']))
    finish()
    await waitFor(() => expect(browser.server.texts()).toEqual(['quick', 'slow', 'behind it']))
  })

  it('is shown again when other data arrives in the cache', async () => {
    browser.server.isOnline = false
    const outbox = open()
    await add(outbox, 'waiting')
    await outbox.cache.fetchQuery({ queryKey: notesKey('garden'), queryFn: async () => [{ id: 'a', text: 'theirs' }] })
    expect(readNotes(outbox.cache, 'garden').map(({ text }) => text)).toEqual(['theirs', 'waiting'])
    outbox.cache.setQueryData(notesKey('garden'), [{ id: 'b', text: 'pushed' }])
    expect(readNotes(outbox.cache, 'garden').map(({ text }) => text)).toEqual(['pushed', 'waiting'])
  })

  it('reports the progress of its upload, and stops when it is discarded', async () => {
    let isAborted = false
    const upload = createNoteKind({
      name: 'picture',
      plan: (_, id) => ({
        lane: 'pictures',
        requests: [{ call: 'POST /messages/image', form: [['image', { file: 0 }]], key: id }],
        files: [new Blob(['a picture'])],
      }),
    })
    registerOutboxKind(upload)
    const outbox = open({
      sendRequest: (request, { signal, onProgress }) =>
        new Promise((_, reject) => {
          onProgress?.((request.body as FormData).getAll('image').length / 2)
          signal.addEventListener('abort', () => {
            isAborted = true
            reject(signal.reason)
          })
        }),
    })
    await outbox.add(upload, { subject: 'garden', text: '' }, crypto.randomUUID())
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ progress: 0.5 }]))
    await outbox.discard(outbox.entries()[0]?.id as string)
    expect([isAborted, outbox.entries()]).toEqual([true, []])
  })
})

describe('an action that waits', () => {
  it('survives a restart, with its files', async () => {
    browser.server.isOnline = false
    const before = open()
    const picture = await new Response('a picture').blob()
    await add(before, 'one', { files: [picture] })
    await waitForAttempts(1)
    before.stop()
    const [stored] = await createOutboxStore(createTestStorage(), 'ann').list()
    expect(await stored?.files[0]?.text()).toBe('a picture')
    browser.server.isOnline = true
    open()
    await waitFor(() => expect(browser.server.texts()).toEqual(['one']))
  })

  it('is sent by one of two tabs, and shown as sent in both', async () => {
    browser.server.isOnline = false
    const [one, other] = [open(), open()]
    await Promise.all(['one', 'two'].map((text) => add(one, text)))
    await waitFor(() => expect(other.entries()).toHaveLength(2))
    goOnline()
    await waitFor(() => expect([...one.entries(), ...other.entries()]).toEqual([]))
    expect(browser.server.texts()).toEqual(['one', 'two'])
    for (const { cache } of [one, other])
      expect(readNotes(cache, 'garden')).toMatchObject([{ text: 'one' }, { text: 'two' }])
    expect(readNotes(other.cache, 'garden').some(({ isWaiting }) => isWaiting)).toBe(false)
  })

  it('is taken out of all tabs when one cancels it', async () => {
    browser.server.isOnline = false
    const [one, other] = [open(), open()]
    await add(one, 'one')
    await waitFor(() => expect(other.entries()).toHaveLength(1))
    await other.discard(other.entries()[0]?.id as string)
    await waitFor(() => expect(one.entries()).toEqual([]))
    expect(readNotes(one.cache, 'garden')).toEqual([])
  })

  it('is not sent or listed for another member', async () => {
    let isSignedIn = true
    const outbox = open({ isSignedIn: () => isSignedIn })
    browser.server.isOnline = false
    await add(outbox, 'one')
    await waitForAttempts(1)
    isSignedIn = false
    const { attempts } = browser.server
    const ben = open({ memberId: 'ben' })
    goOnline()
    await add(ben, 'two')
    await waitFor(() => expect(browser.server.texts()).toEqual(['two']))
    expect(browser.server.attempts).toBe(attempts + 1)
    expect(await createOutboxStore(createTestStorage(), 'ann').list()).toHaveLength(1)
  })

  it('is gone when the member signs out', async () => {
    let isSignedIn = true
    const outbox = open({ isSignedIn: () => isSignedIn })
    browser.server.isOnline = false
    await add(outbox, 'one')
    isSignedIn = false
    indexedDB.deleteDatabase(TEST_DATABASE_NAME)
    await waitFor(async () => expect(await createOutboxStore(createTestStorage(), 'ann').list()).toEqual([]))
  })

  it('stays in memory without IndexedDB, and the page knows it', async () => {
    Object.assign(globalThis, { indexedDB: undefined })
    const outbox = open()
    browser.server.isOnline = false
    await add(outbox, 'one')
    await waitForAttempts(1)
    expect([outbox.entries().length, outbox.canStore()]).toEqual([1, false])
    goOnline()
    await waitFor(() => expect(outbox.entries()).toEqual([]))
    expect(browser.server.texts()).toEqual(['one'])
  })

  it('stays in memory if the browser has no space for it', async () => {
    const outbox = open()
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota is exceeded', 'QuotaExceededError')
    }
    try {
      browser.server.isOnline = false
      await add(outbox, 'one')
    } finally {
      IDBObjectStore.prototype.put = put
    }
    expect(outbox.entries()).toMatchObject([{ data: { text: 'one' } }])
    goOnline()
    await waitFor(() => expect(browser.server.texts()).toEqual(['one']))
  })
})
