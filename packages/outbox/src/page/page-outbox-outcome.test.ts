import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { createRequestError, offlineError, rejectionError } from '../testing/fake-outbox-server.ts'
import type { TestOutbox } from '../testing/share-test-browser.ts'
import { shareTestBrowser } from '../testing/share-test-browser.ts'
import { createNoteKind } from '../testing/test-kinds.ts'
import { registerOutboxKind } from './outbox-kind.ts'
import type { PageOutboxDeps } from './page-outbox.ts'

const limitedError = createRequestError({ status: 429, code: 'too_many_requests', message: 'Too many attempts.' })

const browser = shareTestBrowser()
const { open } = browser
const note = createNoteKind()
registerOutboxKind(note)

const perform = (outbox: TestOutbox, text: string, subject = 'garden') =>
  outbox.perform(note, { subject, text }, crypto.randomUUID())
/** Responds to nothing before the attempt is aborted. */
const neverRespond: PageOutboxDeps['sendRequest'] = (_request, { signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

afterEach(() => {
  jest.restoreAllMocks()
})

describe('the outcome of an action', () => {
  it('is the response when it is sent', async () => {
    expect(await perform(open(), 'one')).toEqual({ type: 'sent', response: { message: { _id: 'server-1' } } })
  })

  it('is the refused entry', async () => {
    browser.server.results = [rejectionError]
    const outcome = await perform(open(), 'one')
    expect(outcome).toMatchObject({ type: 'refused', entry: { data: { text: 'one' }, refusal: { status: 403 } } })
  })

  it('is cancelled when it is discarded, also in another tab', async () => {
    const [one, other] = [open({ sendRequest: neverRespond }), open({ sendRequest: neverRespond })]
    const outcomes = [perform(one, 'one'), perform(one, 'two')]
    await waitFor(() => expect(other.entries()).toHaveLength(2))
    await one.discard(one.entries()[0]?.id as string)
    await other.discard(other.entries().at(-1)?.id as string)
    expect(await Promise.all(outcomes)).toEqual([{ type: 'cancelled' }, { type: 'cancelled' }])
  })

  it('is cancelled when another one replaces it, and belongs to the other one if that takes its place', async () => {
    const outbox = open({ sendRequest: neverRespond })
    const add = (text: string) =>
      outbox.perform(note, { subject: 'garden', text, replaceKey: 'title' }, crypto.randomUUID())
    const first = add('first')
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ data: { text: 'first' } }]))
    const later = add('later')
    await waitFor(() => expect(outbox.entries()).toMatchObject([{ data: { text: 'later' } }]))
    await outbox.discard(outbox.entries()[0]?.id as string)
    expect(await Promise.all([first, later])).toEqual([{ type: 'cancelled' }, { type: 'cancelled' }])
  })

  it('is waiting if its attempt has failed', async () => {
    browser.server.results = [limitedError]
    expect(await perform(open(), 'one')).toEqual({ type: 'waiting' })
  })

  it('is waiting if an earlier one of its lane has failed, but not if one of another lane has', async () => {
    browser.server.results = [limitedError]
    const outbox = open()
    await perform(outbox, 'one')
    expect(await perform(outbox, 'two')).toEqual({ type: 'waiting' })
    expect(await perform(outbox, 'elsewhere', 'kitchen')).toMatchObject({ type: 'sent' })
  })

  it('is waiting if another one found no connection', async () => {
    browser.server.results = [offlineError]
    const outbox = open()
    await perform(outbox, 'one', 'kitchen')
    expect(await perform(outbox, 'two')).toEqual({ type: 'waiting' })
  })

  it('is waiting as soon as the browser is offline, and stays so', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<unknown>()
    const outbox = open({ sendRequest: () => response })
    const outcome = perform(outbox, 'one')
    await waitFor(() => expect(outbox.entries()).toHaveLength(1))
    const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    isOnline.mockRestore()
    respond({})
    expect(await outcome).toEqual({ type: 'waiting' })
  })
})

it('all that waits is refused, in every lane, when moderators have suspended the member, and is sent again if the member wants', async () => {
  const message = 'Moderators have suspended this account until 3 December 2026, 14:05 UTC. Rule: Be kind'
  const outbox = open()
  const manyTries = { length: 100 } // a lane that waits tries again at any moment
  browser.server.results = Array.from(manyTries, () => limitedError)
  for (const subject of ['garden', 'kitchen', 'cellar']) await perform(outbox, subject, subject)
  const suspended = createRequestError({ status: 403, code: 'account_suspended', message })
  browser.server.results = Array.from(manyTries, () => suspended)
  const outcome = await perform(outbox, 'roof', 'roof')
  expect(outcome).toMatchObject({ type: 'refused', entry: { refusal: { message } } })
  await waitFor(() => {
    const refusals = outbox.entries().map(({ refusal }) => refusal?.message)
    expect(refusals).toEqual([message, message, message, message])
  })
  expect(browser.server.texts()).toEqual([])
})
