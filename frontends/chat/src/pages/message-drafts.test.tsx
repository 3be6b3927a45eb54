import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import type { FakeApi } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findMessageField } from '../testing/chat-page-queries.ts'
import { aConversation, aMessage, ann, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

const at = (second: number) => new Date(Date.now() + second * 1_000).toISOString()
const aDraft = (content: string, changedAt = at(0)) => ({ _id: kofi._id, content, changedAt })

/** Opens the conversation with Kofi, with this draft on the server. */
function openConversation(...onServer: ReturnType<typeof aDraft>[]) {
  let drafts = onServer
  return renderChat('/chat/kofi', {
    'GET /messages/drafts': () => ({ drafts }),
    'PUT /messages/drafts/:id': ({ body }) => {
      const { content, changedAt } = body as { content: string; changedAt: string }
      drafts = [aDraft(content, changedAt)]
      return { draft: aDraft(content, changedAt) }
    },
    'GET /messages/conversations': () => ({
      conversations: [aConversation({ last: { content: 'Coming?' } })],
      pagination: { hasMore: false },
      nextCursor: null,
    }),
    'POST /messages': ({ body }) => ({ message: { ...aMessage({ sender: ann }), ...(body as object) } }),
  })
}

/** Returns the time of the last change that was saved. */
const readChangedAt = (network: FakeApi): string =>
  (network.last('PUT /messages/drafts/:id')?.body as { changedAt?: string } | undefined)?.changedAt ?? ''

/** Hides the window, or shows it again. */
function setVisibility(state: 'hidden' | 'visible') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('a text is saved when the window is left, and deleted when it is sent', async () => {
  const network = openConversation()
  await userEvent.type(await findMessageField(), 'On my way')
  expect(network.count('PUT /messages/drafts/:id')).toBe(0)
  setVisibility('hidden')
  await waitFor(() => expect(network.count('PUT /messages/drafts/:id')).toBe(1))
  const saved = network.last('PUT /messages/drafts/:id')
  expect(saved?.path).toBe(`/messages/drafts/${kofi._id}`)
  expect(saved?.body).toMatchObject({ content: 'On my way', changedAt: expect.any(String) })
  setVisibility('visible')
  await userEvent.type(await findMessageField(), '{Enter}')
  await waitFor(() => expect(network.count('DELETE /messages/drafts/:id')).toBe(1))
  const deletedAt = network.last('DELETE /messages/drafts/:id')?.query.get('changedAt') ?? ''
  expect(deletedAt > readChangedAt(network)).toBe(true)
})

it('a text that is sent at once never becomes a draft', async () => {
  const network = openConversation()
  await userEvent.type(await findMessageField(), 'Quick{Enter}')
  await waitFor(() => expect(network.count('POST /messages')).toBe(1))
  setVisibility('hidden')
  setVisibility('visible')
  await waitFor(() => expect(network.count('GET /messages/drafts')).toBe(2))
  expect(network.count('PUT /messages/drafts/:id')).toBe(0)
  expect(network.count('DELETE /messages/drafts/:id')).toBe(0)
})

it('the text of another device is in the composer, and gone when it was sent there', async () => {
  const network = openConversation(aDraft('Begun on the phone'))
  await waitFor(async () => expect(await findMessageField()).toHaveValue('Begun on the phone'))
  network.respondWith({ 'GET /messages/drafts': () => ({ drafts: [] }) })
  setVisibility('visible')
  await waitFor(async () => expect(await findMessageField()).toHaveValue(''))
  expect(network.count('DELETE /messages/drafts/:id')).toBe(0)
})

it('a newer text of another device replaces one that the server never had, which can be brought back', async () => {
  const network = openConversation()
  await userEvent.type(await findMessageField(), 'Mine')
  network.respondWith({ 'GET /messages/drafts': () => ({ drafts: [aDraft('Theirs', at(60))] }) })
  setVisibility('visible')
  await waitFor(async () => expect(await findMessageField()).toHaveValue('Theirs'))
  await userEvent.click(await screen.findByRole('button', { name: 'Use my text' }))
  expect(await findMessageField()).toHaveValue('Mine')
  await waitFor(() => expect(network.last('PUT /messages/drafts/:id')?.body).toMatchObject({ content: 'Mine' }))
  expect(readChangedAt(network) > at(50)).toBe(true)
})

it('the inbox shows the draft of a conversation that is not open, unless there is something unread', async () => {
  const conversations = (unreadCount: number) => ({
    conversations: [aConversation({ unreadCount, last: { content: 'Coming?' } })],
    pagination: { hasMore: false },
    nextCursor: null,
  })
  const network = renderChat('/inbox', {
    'GET /messages/drafts': () => ({ drafts: [aDraft('On\nmy way')] }),
    'GET /messages/conversations': () => conversations(0),
  })
  const row = within(await screen.findByRole('list', { name: 'Conversations' })).getByRole('link', { name: /Kofi/ })
  await waitFor(() => expect(row).toHaveTextContent('Draft: On my way'))
  await userEvent.click(row)
  await findMessageField()
  expect(row).toHaveTextContent('Coming?')
  expect(network.count('PUT /messages/drafts/:id')).toBe(0)
})

it('the text of another tab is shown, and not stored again', async () => {
  openConversation()
  await userEvent.type(await findMessageField(), 'On')
  const key = Object.keys(localStorage).find((name) => localStorage.getItem(name) === 'On') as string
  localStorage.setItem(key, 'On my way')
  const stored: string[] = []
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function setAndRecord(name: string, value: string) {
    stored.push(name)
    setItem.call(this, name, value)
  }
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'On my way' })))
  Object.assign(Storage.prototype, { setItem })
  expect(await findMessageField()).toHaveValue('On my way')
  expect(stored).not.toContain(key)
})
