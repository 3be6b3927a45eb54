import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import type { FakeApi } from '@meadow/web/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { findMessage, findMessageField, openConversationWithKofi } from '../testing/chat-page-queries.ts'
import { aMessage, ann } from '../testing/fixtures.ts'

beforeEach(() => {
  fakeIntersectionObserver()
  globalThis.indexedDB = new IDBFactory()
  localStorage.clear()
})

const setOnline = (onLine: boolean) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine })
  act(() => void window.dispatchEvent(new Event(onLine ? 'online' : 'offline')))
}

afterEach(() => setOnline(true))

describe('the text of a message that the server refuses', () => {
  const NOT_NOW = { refuse: { status: 403, code: 'new_account_limit' as const, error: 'Not now' } }
  const sentIds = ({ calls }: FakeApi) =>
    calls.flatMap(({ key, body }) =>
      key === 'POST /messages' ? [(body as { clientMessageId: string }).clientMessageId] : [],
    )
  const respondWithMessage = (network: FakeApi) =>
    network.respondWith({
      'POST /messages': ({ body }) => ({
        message: { ...aMessage({ sender: ann, seq: 9, rev: 9 }), ...(body as object), replyTo: null },
      }),
    })

  /** Sends a message, which is refused. */
  async function beRefused() {
    const network = openConversationWithKofi([aMessage({ content: 'Where are you?' })])
    network.respondWith({ 'POST /messages': () => NOT_NOW })
    await userEvent.type(await findMessageField(), 'At the barn{Enter}')
    expect(await (await findMessage('At the barn')).findByText('Not sent. Not now')).toBeVisible()
    return network
  }

  it('returns to the empty field', async () => {
    await beRefused()
    expect(await findMessageField()).toHaveValue('At the barn')
  })

  it('does not return while it waits for the network', async () => {
    openConversationWithKofi([aMessage({ content: 'Where are you?' })])
    await findMessage('Where are you?')
    setOnline(false)
    await waitFor(async () => expect(await findMessageField()).toBeEnabled()) // once the outbox is loaded
    await userEvent.type(await findMessageField(), 'At the barn{Enter}')
    expect(await (await findMessage('At the barn')).findByText(/Waiting/)).toBeVisible()
    expect(await findMessageField()).toHaveValue('')
  })

  it('does not replace a draft, whose message keeps its text', async () => {
    const network = openConversationWithKofi([])
    const { promise, resolve } = Promise.withResolvers<typeof NOT_NOW>()
    network.respondWith({ 'POST /messages': () => promise })
    await userEvent.type(await findMessageField(), 'At the barn{Enter}Hm')
    await waitFor(() => expect(network.count('POST /messages')).toBe(1))
    resolve(NOT_NOW)
    expect(await (await findMessage('At the barn')).findByRole('button', { name: 'Retry' })).toBeVisible()
    expect(await findMessageField()).toHaveValue('Hm')
  })

  it('is sent once if it is sent from the field: as the message that was refused', async () => {
    const network = await beRefused()
    respondWithMessage(network)
    await userEvent.type(await findMessageField(), '{Enter}')
    await waitFor(() => expect(network.count('POST /messages')).toBe(2))
    expect(await findMessageField()).toHaveValue('')
    expect(new Set(sentIds(network)).size).toBe(1)
  })

  it('leaves the field on Retry, and returns if it is refused again', async () => {
    const network = await beRefused()
    const { promise, resolve } = Promise.withResolvers<typeof NOT_NOW>()
    network.respondWith({ 'POST /messages': () => promise })
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect(await findMessageField()).toHaveValue(''))
    resolve(NOT_NOW)
    await waitFor(async () => expect(await findMessageField()).toHaveValue('At the barn'))
  })

  it('stays in the field once it was changed, and is a message of its own', async () => {
    const network = await beRefused()
    await userEvent.type(await findMessageField(), '!')
    respondWithMessage(network)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(network.count('POST /messages')).toBe(2))
    expect(await findMessageField()).toHaveValue('At the barn!')
    await userEvent.type(await findMessageField(), '{Enter}')
    await waitFor(() => expect(new Set(sentIds(network)).size).toBe(2))
  })

  it('is not there twice after Edit', async () => {
    await beRefused()
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await waitFor(() => expect(screen.queryByText('Not sent. Not now')).not.toBeInTheDocument())
    expect(await findMessageField()).toHaveValue('At the barn')
  })
})
